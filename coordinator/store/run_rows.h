// A run between its row and its value. The order of the columns is kRunColumns'.
// Pure but for the statement; one thread at a time.
#pragma once

#include <string>

#include "absl/status/statusor.h"
#include "coordinator/core/types.h"
#include "coordinator/store/sqlite.h"

namespace rookery::coordinator {

std::string InsertRunSql();
std::string UpdateRunSql();
std::string SelectRunsSql();  // in order of creation

absl::Status InsertRun(SqliteStatement* insert, const Run& run);
// What changes while a run lives: its state and the snapshot of its totals.
absl::Status UpdateRun(SqliteStatement* update, const Run& run, int64_t number);
absl::StatusOr<Run> ReadRun(const SqliteStatement& row);

}  // namespace rookery::coordinator
