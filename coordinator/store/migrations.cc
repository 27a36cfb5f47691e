#include "coordinator/store/migrations.h"

#include <string_view>

#include "base/sha256.h"
#include "base/status.h"
#include "coordinator/store/schema_steps.h"

namespace rookery::coordinator {
namespace {

// "Rook": says that a file is ours before any table is looked at.
constexpr int64_t kApplicationId = 0x526f6f6b;

absl::Status NotOurs(const std::string& path, std::string_view why) {
  return Error(absl::StatusCode::kDataLoss,
               "{} is not a database of Rookery's, or is damaged ({}); name another data folder, "
               "or put a copy that is whole in its place",
               path, why);
}

// 0 for an empty file; DataLoss, in words that NotOurs takes up, if it isn't Rookery's.
absl::StatusOr<int64_t> CurrentVersion(SqliteDatabase* database) {
  ROOKERY_ASSIGN_OR_RETURN(const int64_t tables,
                           database->QueryInteger("SELECT count(*) FROM sqlite_schema"));
  if (tables == 0) return 0;
  ROOKERY_ASSIGN_OR_RETURN(const int64_t id, database->QueryInteger("PRAGMA application_id"));
  if (id != kApplicationId) return absl::DataLossError("it holds something else");
  return database->QueryInteger("SELECT max(version) FROM schema_migrations");
}

absl::Status CheckChecksums(SqliteDatabase* database, const std::string& path) {
  ROOKERY_ASSIGN_OR_RETURN(
      SqliteStatement applied,
      database->Prepare("SELECT version, checksum FROM schema_migrations ORDER BY version"));
  for (;;) {
    ROOKERY_ASSIGN_OR_RETURN(const bool row, applied.Step());
    if (!row) return absl::OkStatus();
    const size_t version = static_cast<size_t>(applied.Integer(0));
    if (version < 1 || version > SchemaSteps().size() ||
        applied.Text(1) != Sha256Hex(SchemaSteps()[version - 1])) {
      return NotOurs(path, fmt::format("step {} of its schema is another one", version));
    }
  }
}

absl::Status Apply(SqliteDatabase* database, size_t version) {
  const std::string_view sql = SchemaSteps()[version - 1];
  const std::string begin =
      version == 1 ? fmt::format(
                         "BEGIN IMMEDIATE; PRAGMA application_id = {};"
                         "CREATE TABLE schema_migrations (version INTEGER PRIMARY KEY, "
                         "checksum TEXT NOT NULL, applied_at INTEGER NOT NULL) STRICT;",
                         kApplicationId)
                   : "BEGIN IMMEDIATE;";
  absl::Status status =
      database->Execute(fmt::format("{}{};INSERT INTO schema_migrations VALUES ({}, '{}', "
                                    "unixepoch() * 1000000);COMMIT;",
                                    begin, sql, version, Sha256Hex(sql)));
  if (!status.ok()) (void)database->Execute("ROLLBACK");
  return status;
}

}  // namespace

absl::Status Migrate(SqliteDatabase* database, const std::string& path) {
  const absl::StatusOr<int64_t> current = CurrentVersion(database);
  if (absl::IsDataLoss(current.status())) return NotOurs(path, Message(current.status()));
  ROOKERY_RETURN_IF_ERROR(current.status());
  if (*current > SchemaVersion()) {
    return Error(absl::StatusCode::kFailedPrecondition,
                 "{} has schema {}, which is newer than this build's {}; use a newer build", path,
                 *current, SchemaVersion());
  }
  if (*current > 0) ROOKERY_RETURN_IF_ERROR(CheckChecksums(database, path));
  for (size_t version = static_cast<size_t>(*current) + 1; version <= SchemaSteps().size();
       ++version) {
    ROOKERY_RETURN_IF_ERROR(Apply(database, version));
  }
  return absl::OkStatus();
}

}  // namespace rookery::coordinator
