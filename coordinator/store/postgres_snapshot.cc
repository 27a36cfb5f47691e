#include "coordinator/store/postgres_snapshot.h"

#include <utility>

#include "base/mutex.h"
#include "base/status.h"
#include "coordinator/store/postgres.h"
#include "coordinator/store/postgres_schema.h"
#include "coordinator/store/schema_steps.h"
#include "coordinator/store/sql_reads.h"

namespace rookery::coordinator {
namespace {

class PostgresSnapshot : public Store {
 public:
  explicit PostgresSnapshot(PostgresConnection connection) : connection_(std::move(connection)) {}

  absl::StatusOr<LoadedState> Load() override {
    MutexLock lock(&mutex_);
    PostgresSource source(&connection_);
    return LoadState(&source);
  }
  absl::StatusOr<CommitResult> Commit(std::span<const Write>) override {
    return absl::FailedPreconditionError("a snapshot of the database can only be read");
  }
  absl::StatusOr<std::vector<PairRecord>> ReadPairs(const PairQuery& query) override {
    MutexLock lock(&mutex_);
    PostgresSource source(&connection_);
    return SelectPairs(&source, query);
  }
  absl::StatusOr<std::vector<uint64_t>> ReadDisputed(const RunId& run, uint64_t from,
                                                     uint64_t to) override {
    MutexLock lock(&mutex_);
    PostgresSource source(&connection_);
    return SelectDisputed(&source, run, from, to);
  }
  absl::StatusOr<std::vector<LedgerRow>> ReadRows(const RunId& run,
                                                  const WorkerId& worker) override {
    MutexLock lock(&mutex_);
    PostgresSource source(&connection_);
    return SelectRows(&source, run, worker);
  }
  absl::StatusOr<RowCounts> CountRows() override {
    MutexLock lock(&mutex_);
    PostgresSource source(&connection_);
    return SelectRowCounts(&source);
  }
  absl::StatusOr<std::vector<DuelRow>> ReadDuels(const RunId& run, uint64_t from,
                                                 size_t count) override {
    MutexLock lock(&mutex_);
    PostgresSource source(&connection_);
    return SelectDuels(&source, run, from, count);
  }
  absl::StatusOr<std::vector<RunEvent>> ReadRunEvents(const RunId& run, size_t count) override {
    MutexLock lock(&mutex_);
    PostgresSource source(&connection_);
    return SelectRunEvents(&source, run, count);
  }
  absl::StatusOr<std::vector<Action>> ReadActions(uint64_t before, size_t count) override {
    MutexLock lock(&mutex_);
    PostgresSource source(&connection_);
    return SelectActions(&source, before, count);
  }

 private:
  Mutex mutex_;
  PostgresConnection connection_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace

absl::StatusOr<std::unique_ptr<Store>> OpenPostgresSnapshot(const std::string& address) {
  ROOKERY_ASSIGN_OR_RETURN(PostgresConnection connection, PostgresConnection::Open(address));
  // An audit may think for long between two queries.
  ROOKERY_RETURN_IF_ERROR(
      connection.Execute("SET idle_in_transaction_session_timeout = 0;"
                         "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"));
  ROOKERY_ASSIGN_OR_RETURN(const int version, CheckPostgresSchema(&connection));
  if (version != SchemaVersion()) {
    return Error(
        absl::StatusCode::kFailedPrecondition,
        "the database has schema {}, this build's is {}; start a coordinator of this build "
        "on it first",
        version, SchemaVersion());
  }
  return std::unique_ptr<Store>(std::make_unique<PostgresSnapshot>(std::move(connection)));
}

}  // namespace rookery::coordinator
