#include "coordinator/store/postgres_schema.h"

#include <cctype>

#include "base/sha256.h"
#include "base/status.h"
#include "coordinator/store/schema_steps.h"

namespace rookery::coordinator {
namespace {

struct Word {
  std::string_view sqlite;
  std::string_view postgres;
};
// Identifiers are compared byte by byte, in either database alike.
constexpr Word kWords[] = {{"INTEGER", "BIGINT"},
                           {"REAL", "DOUBLE PRECISION"},
                           {"BLOB", "BYTEA"},
                           {"TEXT", "TEXT COLLATE \"C\""}};

// What SQLite has by itself or has no need of, after the step. Rows that are written again and
// again want room beside them: then no index has to be touched.
constexpr std::string_view kAfterStep1 = R"sql(
ALTER TABLE pairs ADD COLUMN number BIGINT NOT NULL GENERATED ALWAYS AS IDENTITY;
ALTER TABLE run_events ADD COLUMN number BIGINT NOT NULL GENERATED ALWAYS AS IDENTITY;
CREATE INDEX pairs_void ON pairs (run, pair) WHERE void = 1;
ALTER TABLE runs SET (fillfactor = 50);
ALTER TABLE workers SET (fillfactor = 50);
ALTER TABLE leases SET (fillfactor = 50);
)sql";

std::string WithoutEvery(std::string text, std::string_view part, std::string_view instead) {
  for (size_t at = 0; (at = text.find(part, at)) != std::string::npos; at += instead.size()) {
    text.replace(at, part.size(), instead);
  }
  return text;
}

absl::Status NotOurs(std::string_view why) {
  return Error(
      absl::StatusCode::kDataLoss,
      "the database holds something that isn't Rookery's, or is damaged ({}); name another "
      "one, or another schema with options=-csearch_path=NAME",
      why);
}

}  // namespace

std::string InPostgresWords(std::string_view step) {
  std::string text = WithoutEvery(std::string(step), ") STRICT, WITHOUT ROWID", ")");
  text = WithoutEvery(std::move(text), ") STRICT", ")");
  std::string said;
  for (size_t at = 0; at < text.size();) {
    size_t end = at;
    while (end < text.size() &&
           (std::isalnum(static_cast<unsigned char>(text[end])) != 0 || text[end] == '_')) {
      ++end;
    }
    if (end == at) {
      said += text[at++];
      continue;
    }
    std::string_view word = std::string_view(text).substr(at, end - at);
    for (const Word& known : kWords) {
      if (word == known.sqlite) {
        word = known.postgres;
        break;
      }
    }
    said += word;
    at = end;
  }
  return said;
}

absl::StatusOr<int> CheckPostgresSchema(PostgresConnection* connection) {
  ROOKERY_ASSIGN_OR_RETURN(
      const int64_t tables,
      connection->QueryInteger("SELECT count(*) FROM pg_class WHERE relkind IN ('r', 'p', 'v') AND "
                               "relnamespace = to_regnamespace(quote_ident(current_schema()))"));
  if (tables == 0) return 0;
  ROOKERY_ASSIGN_OR_RETURN(
      const int64_t ours,
      connection->QueryInteger("SELECT count(*) FROM pg_class WHERE relname IN "
                               "('schema_migrations', 'leadership') AND relnamespace = "
                               "to_regnamespace(quote_ident(current_schema()))"));
  if (ours != 2) return NotOurs("it has tables already, and not ours");
  int newest = 0;
  absl::Status other;
  ROOKERY_RETURN_IF_ERROR(connection->Query(
      "SELECT version, checksum FROM schema_migrations ORDER BY version", {},
      [&](const SqlRow& row) {
        const int version = static_cast<int>(row.Integer(0));
        newest = version;
        if (version > SchemaVersion()) return absl::OkStatus();
        if (version < 1 ||
            row.Text(1) != Sha256Hex(SchemaSteps()[static_cast<size_t>(version) - 1])) {
          other = NotOurs(fmt::format("step {} of its schema is another one", version));
        }
        return absl::OkStatus();
      }));
  if (newest > SchemaVersion()) {
    return Error(
        absl::StatusCode::kFailedPrecondition,
        "the database has schema {}, which is newer than this build's {}; use a newer build",
        newest, SchemaVersion());
  }
  ROOKERY_RETURN_IF_ERROR(other);
  return newest;
}

absl::Status PreparePostgresSchema(PostgresConnection* connection) {
  return connection->Execute(
      "BEGIN;"
      "CREATE TABLE IF NOT EXISTS schema_migrations (version BIGINT PRIMARY KEY, checksum TEXT "
      "NOT NULL, applied_at TIMESTAMPTZ NOT NULL DEFAULT now());"
      "CREATE TABLE IF NOT EXISTS leadership (epoch BIGINT NOT NULL, since TIMESTAMPTZ NOT NULL) "
      "WITH (fillfactor = 50);"
      "INSERT INTO leadership SELECT 0, now() WHERE NOT EXISTS (SELECT 1 FROM leadership);"
      "COMMIT");
}

absl::Status MigratePostgres(PostgresConnection* connection, int version, int newest) {
  for (int next = version + 1; next <= newest; ++next) {
    const std::string_view step = SchemaSteps()[static_cast<size_t>(next) - 1];
    const absl::Status status = connection->Execute(
        fmt::format("BEGIN; {}; {} INSERT INTO schema_migrations VALUES ({}, '{}'); COMMIT",
                    InPostgresWords(step), next == 1 ? kAfterStep1 : "", next, Sha256Hex(step)));
    if (status.ok()) continue;
    (void)connection->Execute("ROLLBACK");
    return Error(status.code(), "step {} of the database's schema: {}", next, Message(status));
  }
  return absl::OkStatus();
}

}  // namespace rookery::coordinator
