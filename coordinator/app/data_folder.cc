#include "coordinator/app/data_folder.h"

#include <filesystem>
#include <system_error>

#include "base/sha256.h"
#include "base/status.h"

namespace rookery::coordinator {
namespace {

namespace fs = std::filesystem;

bool HasArtifacts(const std::string& folder) {
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder, error)) {
    if (IsSha256Hex(entry.path().filename().string())) return true;
  }
  return false;
}

}  // namespace

absl::Status CheckDatabaseIsThere(const std::string& data) {
  const std::string database = data + "/rookery.db";
  std::error_code error;
  const uintmax_t size = fs::file_size(database, error);
  const bool missing = error == std::errc::no_such_file_or_directory;
  const bool empty = !error && size == 0;
  if ((!missing && !empty) || !HasArtifacts(data + "/artifacts")) return absl::OkStatus();
  return Error(absl::StatusCode::kFailedPrecondition,
               "{0} {1}, but {2}/artifacts holds files that runs have used: the database was lost. "
               "Restore a backup into a new folder (rookery restore --from BACKUP --data NEW), or "
               "move {2}/artifacts away to begin anew",
               database, missing ? "isn't there" : "is empty", data);
}

}  // namespace rookery::coordinator
