#include "base/private_files.h"

#include <sys/stat.h>

#include <filesystem>
#include <system_error>

#include "base/log.h"
#include "base/status.h"

namespace rookery {
namespace {

using std::filesystem::perms;

constexpr mode_t kOthersMask = 077;
constexpr perms kOthers = perms::group_all | perms::others_all;

}  // namespace

void KeepNewFilesPrivate() { ::umask(kOthersMask); }

void WarnIfOpenToOthers(const std::string& folder) {
  std::error_code error;
  const perms mode = std::filesystem::status(folder, error).permissions();
  if (error || mode == perms::unknown || (mode & kOthers) == perms::none) return;
  spdlog::warn(
      "other users of this host may look into {} (mode {:o}); close it with: chmod -R go= "
      "{}",
      folder, static_cast<unsigned>(mode), folder);
}

absl::Status MakePrivate(const std::string& path) {
  namespace fs = std::filesystem;
  std::error_code error;
  const auto close = [&error](const fs::path& one) {
    if (!error) fs::permissions(one, kOthers, fs::perm_options::remove, error);
  };
  close(path);
  if (fs::is_directory(path, error)) {
    for (const auto& entry : fs::recursive_directory_iterator(path, error)) {
      if (!entry.is_symlink()) close(entry.path());
    }
  }
  if (!error) return absl::OkStatus();
  return Error(absl::StatusCode::kUnavailable, "closing {} to others: {}", path, error.message());
}

}  // namespace rookery
