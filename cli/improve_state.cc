#include "cli/improve_state.h"

#include <vector>

#include "base/file.h"
#include "base/status.h"

namespace rookery::cli {
namespace {

constexpr const char* kFile = "improve.json";
constexpr int64_t kMostBytes = 1 << 20;

// "nodes 300 (now 200)" of each setting that differs.
std::vector<std::string> Differences(const nlohmann::ordered_json& before,
                                     const nlohmann::ordered_json& now) {
  std::vector<std::string> found;
  for (const auto& [name, value] : now.items()) {
    const nlohmann::ordered_json old = before.value(name, nlohmann::ordered_json());
    if (old != value)
      found.push_back(fmt::format("{} {} (now {})", name, old.dump(), value.dump()));
  }
  return found;
}

}  // namespace

absl::StatusOr<ImproveState> ImproveState::Open(const std::string& folder,
                                                const nlohmann::ordered_json& settings) {
  ROOKERY_RETURN_IF_ERROR(MakeFolders(folder));
  const std::string path = folder + "/" + kFile;
  const absl::StatusOr<std::string> text = ReadFile(path, kMostBytes);
  if (absl::IsNotFound(text.status())) {
    ImproveState state(folder,
                       {{"settings", settings}, {"runs", nlohmann::ordered_json::object()}});
    ROOKERY_RETURN_IF_ERROR(state.Save());
    return state;
  }
  ROOKERY_RETURN_IF_ERROR(text.status());
  nlohmann::ordered_json json = nlohmann::ordered_json::parse(*text, nullptr, false);
  if (!json.is_object() || !json.contains("settings") || !json["settings"].is_object() ||
      !json.contains("runs") || !json["runs"].is_object()) {
    return Error(absl::StatusCode::kDataLoss,
                 "{}: is no improvement's state; give --out another folder", path);
  }
  const std::vector<std::string> others = Differences(json["settings"], settings);
  if (!others.empty()) {
    return InvalidArgument(
        "--out: {} was begun with other settings: {}; give those, or another folder", folder,
        fmt::join(others, ", "));
  }
  return ImproveState(folder, std::move(json));
}

std::string ImproveState::Run(const std::string& part) const {
  const auto& runs = json_["runs"];
  return runs.contains(part) && runs[part].is_string() ? runs[part].get<std::string>() : "";
}

absl::Status ImproveState::SetRun(const std::string& part, const std::string& run) {
  json_["runs"][part] = run;
  return Save();
}

absl::Status ImproveState::Save() const {
  return WriteFileAtomically(Path(kFile), json_.dump(2) + "\n");
}

}  // namespace rookery::cli
