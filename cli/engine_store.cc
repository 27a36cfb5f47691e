#include "cli/engine_store.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <system_error>

#include "base/file.h"
#include "base/status.h"

namespace rookery::cli {
namespace {

constexpr size_t kMaxName = 60;
constexpr std::string_view kEnding = ".engine";

bool IsPlain(std::string_view name) {
  return !name.empty() && name.size() <= kMaxName && name.front() != '.' &&
         std::all_of(name.begin(), name.end(), [](unsigned char c) {
           return std::isalnum(c) != 0 || c == '-' || c == '_' || c == '.';
         });
}

}  // namespace

EngineStore::EngineStore(const Environment& environment)
    : folder_(DataFolder(environment) + "/engines") {}

absl::Status EngineStore::Save(const std::string& name, const EngineManifest& manifest) const {
  if (!IsPlain(name)) {
    return InvalidArgument("'{}' is no name; use letters, digits, '-', '_' and '.'", name);
  }
  ROOKERY_ASSIGN_OR_RETURN(const std::string text, ManifestText(manifest));
  ROOKERY_RETURN_IF_ERROR(MakeFolders(folder_));
  return WriteFileAtomically(fmt::format("{}/{}{}", folder_, name, kEnding), text);
}

absl::StatusOr<EngineManifest> EngineStore::Load(const std::string& name) const {
  if (IsPlain(name)) {
    const auto text = ReadFile(fmt::format("{}/{}{}", folder_, name, kEnding), kMaxManifestBytes);
    if (text.ok()) return ParseManifest(*text);
  }
  return Unknown(name);
}

absl::Status EngineStore::Remove(const std::string& name) const {
  std::error_code error;
  const std::string path = fmt::format("{}/{}{}", folder_, name, kEnding);
  if (!IsPlain(name) || !std::filesystem::remove(path, error) || error) return Unknown(name);
  return absl::OkStatus();
}

absl::Status EngineStore::Unknown(const std::string& name) const {
  return Error(absl::StatusCode::kNotFound,
               "there is no engine '{}' here; 'rookery engines add' makes one (known: {})", name,
               fmt::join(Names(), ", "));
}

std::vector<std::string> EngineStore::Names() const {
  std::vector<std::string> names;
  std::error_code none;
  for (const auto& file : std::filesystem::directory_iterator(folder_, none)) {
    std::string name = file.path().filename().string();
    if (!name.ends_with(kEnding)) continue;
    name.resize(name.size() - kEnding.size());
    names.push_back(std::move(name));
  }
  std::sort(names.begin(), names.end());
  return names;
}

}  // namespace rookery::cli
