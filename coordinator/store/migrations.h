// Brings the SQLite database to the newest schema. One thread at a time per database.
#pragma once

#include <string>

#include "absl/status/status.h"
#include "coordinator/store/sqlite.h"

namespace rookery::coordinator {

// Brings an empty or older database up to date, each step in a transaction of its own.
// FailedPrecondition for a newer schema; DataLoss for a file that is not a database of ours.
absl::Status Migrate(SqliteDatabase* database, const std::string& path);

}  // namespace rookery::coordinator
