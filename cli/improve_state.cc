#include "cli/improve_state.h"

#include <sys/file.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <vector>

#include "base/file.h"
#include "base/status.h"

namespace rookery::cli {
namespace {

constexpr const char* kFile = "improve.json";
constexpr const char* kLock = ".lock";
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

absl::Status ImproveState::Lock() {
  const std::string path = Path(kLock);
  lock_.reset(std::fopen(path.c_str(), "ab"));
  if (lock_ == nullptr) {
    return InvalidArgument("--out: {} can't be written: {}", path, std::strerror(errno));
  }
  if (::flock(::fileno(lock_.get()), LOCK_EX | LOCK_NB) == 0) return absl::OkStatus();
  return Error(absl::StatusCode::kFailedPrecondition,
               "--out: another improvement works in {} at this moment; wait for its end, or give "
               "another folder",
               folder_);
}

absl::StatusOr<ImproveState> ImproveState::Open(const std::string& folder,
                                                const nlohmann::ordered_json& settings) {
  if (const absl::Status made = MakeFolders(folder); !made.ok()) {
    return InvalidArgument("--out: {}", Message(made));
  }
  ImproveState state(folder);
  ROOKERY_RETURN_IF_ERROR(state.Lock());
  const absl::StatusOr<std::string> text = ReadFile(state.Path(kFile), kMostBytes);
  if (absl::IsNotFound(text.status())) {
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
      if (entry.path().filename() == kLock) continue;
      return InvalidArgument("--out: {} holds {} and no {}: it is of something else; give another",
                             folder, entry.path().filename().string(), kFile);
    }
    state.json_ = {{"settings", settings}, {"runs", nlohmann::ordered_json::object()}};
    ROOKERY_RETURN_IF_ERROR(state.Save());
    return state;
  }
  ROOKERY_RETURN_IF_ERROR(text.status());
  state.json_ = nlohmann::ordered_json::parse(*text, nullptr, false);
  const auto is_object = [&state](const char* name) {
    return state.json_.is_object() && state.json_.contains(name) && state.json_[name].is_object();
  };
  if (!is_object("settings") || !is_object("runs")) {
    return InvalidArgument("--out: {} is no improvement's state; give another folder",
                           state.Path(kFile));
  }
  const std::vector<std::string> others = Differences(state.json_["settings"], settings);
  if (!others.empty() && state.NothingMade()) {  // a fault in its input came first
    state.json_["settings"] = settings;
    ROOKERY_RETURN_IF_ERROR(state.Save());
    return state;
  }
  if (!others.empty()) {
    return InvalidArgument(
        "--out: {} was begun with other settings: {}; give those, or another folder", folder,
        fmt::join(others, ", "));
  }
  return state;
}

bool ImproveState::NothingMade() const {
  if (!json_["runs"].empty()) return false;
  for (const auto& entry : std::filesystem::directory_iterator(folder_)) {
    const std::string name = entry.path().filename().string();
    if (name != kLock && name != kFile) return false;
  }
  return true;
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
