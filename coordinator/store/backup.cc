#include "coordinator/store/backup.h"

#include <fcntl.h>
#include <unistd.h>

#include <filesystem>
#include <string_view>
#include <system_error>

#include "base/status.h"
#include "coordinator/store/sqlite.h"

namespace rookery::coordinator {
namespace {

std::string Quoted(std::string_view text) {
  std::string quoted = "'";
  for (const char c : text) {
    quoted += c;
    if (c == '\'') quoted += c;
  }
  return quoted + "'";
}

// SQLite takes an empty file for a database without tables.
absl::Status CheckThere(const std::string& path) {
  std::error_code error;
  const uintmax_t size = std::filesystem::file_size(path, error);
  if (error) {
    return Error(absl::StatusCode::kNotFound, "there is no database at {}: {}", path,
                 error.message());
  }
  if (size > 0) return absl::OkStatus();
  return Error(absl::StatusCode::kDataLoss,
               "{} is empty: no coordinator has written to it, or what it held is lost; name "
               "another folder, or restore a backup",
               path);
}

absl::Status Sync(const std::string& path) {
  const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  const bool synced = fd >= 0 && ::fsync(fd) == 0;
  if (fd >= 0) ::close(fd);
  if (synced) return absl::OkStatus();
  return Error(absl::StatusCode::kUnavailable, "{} could not be synced to disk", path);
}

}  // namespace

absl::Status BackupDatabase(const std::string& from, const std::string& to) {
  ROOKERY_RETURN_IF_ERROR(CheckThere(from));
  if (std::filesystem::exists(to)) {
    return Error(absl::StatusCode::kAlreadyExists, "{} is there already; name a new one", to);
  }
  ROOKERY_ASSIGN_OR_RETURN(SqliteDatabase source,
                           SqliteDatabase::Open(from, SqliteDatabase::Mode::kReadOnly));
  // One read transaction: what is committed meanwhile isn't in the copy, and nothing is by half.
  ROOKERY_RETURN_IF_ERROR(source.Execute("VACUUM INTO " + Quoted(to)));
  ROOKERY_RETURN_IF_ERROR(Sync(to));
  return Sync(std::filesystem::absolute(to).parent_path());
}

absl::Status CheckDatabase(const std::string& path) {
  ROOKERY_RETURN_IF_ERROR(CheckThere(path));
  ROOKERY_ASSIGN_OR_RETURN(SqliteDatabase database,
                           SqliteDatabase::Open(path, SqliteDatabase::Mode::kReadOnly));
  ROOKERY_ASSIGN_OR_RETURN(SqliteStatement pages, database.Prepare("PRAGMA integrity_check(5)"));
  ROOKERY_ASSIGN_OR_RETURN(const bool any, pages.Step());
  if (!any || pages.Text(0) != "ok") {
    return Error(absl::StatusCode::kDataLoss, "{} is damaged: {}", path,
                 any ? pages.Text(0) : "nothing can be read");
  }
  ROOKERY_ASSIGN_OR_RETURN(SqliteStatement keys, database.Prepare("PRAGMA foreign_key_check"));
  ROOKERY_ASSIGN_OR_RETURN(const bool dangling, keys.Step());
  if (!dangling) return absl::OkStatus();
  return Error(absl::StatusCode::kDataLoss, "{} is damaged: rows of {} refer to nothing", path,
               keys.Text(0));
}

}  // namespace rookery::coordinator
