// The schema in PostgreSQL's words, and bringing a database to it. One thread per connection.
#pragma once

#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "coordinator/store/postgres.h"

namespace rookery::coordinator {

// A step of schema_steps.h. Pure.
std::string InPostgresWords(std::string_view step);

// 0 for an empty schema. FailedPrecondition for a newer one than this build's, DataLoss for tables
// that aren't Rookery's or whose steps were others.
absl::StatusOr<int> CheckPostgresSchema(PostgresConnection* connection);

// What comes before the first step: where steps and leaders are noted.
absl::Status PreparePostgresSchema(PostgresConnection* connection);

// The steps after `version` up to `newest`, each in a transaction of its own.
absl::Status MigratePostgres(PostgresConnection* connection, int version, int newest);

}  // namespace rookery::coordinator
