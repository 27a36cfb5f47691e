#include "coordinator/store/postgres_store.h"

#include "base/status.h"
#include "coordinator/store/postgres_schema.h"
#include "coordinator/store/schema_steps.h"
#include "coordinator/store/sql_reads.h"

namespace rookery::coordinator {
namespace {

// "Rook", and the schema: fleets may share a database, each in a schema of its own.
constexpr char kLock[] = "(1383034731, hashtext(current_schema()))";

absl::Status Deposed() {
  return absl::FailedPreconditionError(
      "another coordinator has led this database meanwhile, so this one writes nothing more; start "
      "it again and it stands by");
}

absl::Status Away() { return absl::UnavailableError("the connection to the database is lost"); }

}  // namespace

absl::StatusOr<std::unique_ptr<PostgresStore>> PostgresStore::Connect(const std::string& address) {
  ROOKERY_ASSIGN_OR_RETURN(PostgresConnection writer, PostgresConnection::Open(address));
  std::unique_ptr<PostgresStore> store(new PostgresStore(address, std::move(writer)));
  ROOKERY_RETURN_IF_ERROR(CheckPostgresSchema(&store->writer_).status());
  return store;
}

absl::StatusOr<bool> PostgresStore::TryLead() {
  if (!writer_.alive()) {
    leads_ = false;
    ROOKERY_ASSIGN_OR_RETURN(writer_, PostgresConnection::Open(address_));
  }
  if (leads_) return true;
  ROOKERY_ASSIGN_OR_RETURN(const int64_t locked, writer_.QueryInteger(fmt::format(
                                                     "SELECT pg_try_advisory_lock{}", kLock)));
  if (locked == 0) return false;
  const absl::Status ready = TakeOver();
  leads_ = ready.ok();
  if (ready.ok()) return true;
  if (writer_.alive()) (void)writer_.Execute(fmt::format("SELECT pg_advisory_unlock{}", kLock));
  return ready;
}

absl::Status PostgresStore::TakeOver() {
  numbers_known_ = false;
  ROOKERY_RETURN_IF_ERROR(CheckDurability());
  ROOKERY_ASSIGN_OR_RETURN(const int version, CheckPostgresSchema(&writer_));
  if (version == 0) ROOKERY_RETURN_IF_ERROR(PreparePostgresSchema(&writer_));
  ROOKERY_RETURN_IF_ERROR(CountEpoch());
  ROOKERY_RETURN_IF_ERROR(MigratePostgres(&writer_, version, SchemaVersion()));
  ROOKERY_RETURN_IF_ERROR(
      writer_.Execute("SET statement_timeout = '45s'; SET lock_timeout = '15s'"));
  return PreparePostgresWrites(&writer_);
}

absl::Status PostgresStore::CheckDurability() {
  ROOKERY_ASSIGN_OR_RETURN(
      const int64_t synced,
      writer_.QueryInteger("SELECT count(*) FROM pg_settings WHERE name IN ('fsync', "
                           "'full_page_writes') AND setting = 'on'"));
  if (synced != 2) {
    return absl::FailedPreconditionError(
        "the database's server runs with fsync or full_page_writes off, so that it could lose what "
        "workers were told is safe; turn them on in postgresql.conf");
  }
  // Stronger settings, which wait for a replica too, are left alone.
  return writer_.Execute(
      "SELECT set_config('synchronous_commit', 'on', false) WHERE "
      "current_setting('synchronous_commit') IN ('off')");
}

// From now on whoever led before writes nothing: its transactions that are under way hold the row
// shared, so that this waits for their end.
absl::Status PostgresStore::CountEpoch() {
  PostgresParams before;
  before.Add(epoch_);
  const absl::StatusOr<int64_t> counted = writer_.QueryInteger(
      "UPDATE leadership SET epoch = epoch + 1, since = now() WHERE epoch = $1 OR $1 = 0 "
      "RETURNING epoch",
      before);
  if (absl::IsNotFound(counted.status())) return Deposed();
  ROOKERY_RETURN_IF_ERROR(counted.status());
  epoch_ = *counted;
  return absl::OkStatus();
}

absl::StatusOr<LoadedState> PostgresStore::Load() {
  ROOKERY_ASSIGN_OR_RETURN(const bool leads, TryLead());
  if (!leads) {
    // Either another coordinator leads, or the server hasn't noticed yet that our old connection
    // is gone: the epoch will tell.
    ROOKERY_ASSIGN_OR_RETURN(const int64_t epoch,
                             writer_.QueryInteger("SELECT epoch FROM leadership"));
    if (epoch != epoch_) return Deposed();
    return absl::UnavailableError("the database still holds the lock of another connection");
  }
  PostgresSource source(&writer_);
  return LoadState(&source);
}

absl::StatusOr<CommitResult> PostgresStore::Commit(std::span<const Write> writes) {
  if (!leads_ || !writer_.alive()) return Away();
  if (!numbers_known_) ROOKERY_RETURN_IF_ERROR(LearnNumbers(&writer_, &numbers_));
  numbers_known_ = true;
  absl::StatusOr<CommitResult> result =
      PostgresTransaction(&writer_, &numbers_).Run(writes, epoch_);
  if (result.ok()) return result;
  numbers_known_ = false;
  if (absl::IsFailedPrecondition(result.status())) return Deposed();
  return result;
}

absl::Status PostgresStore::CheckLead() {
  if (!leads_ || !writer_.alive()) return Away();
  ROOKERY_ASSIGN_OR_RETURN(const int64_t epoch,
                           writer_.QueryInteger("SELECT epoch FROM leadership"));
  return epoch == epoch_ ? absl::OkStatus() : Deposed();
}

template <typename Read>
auto PostgresStore::WithReader(Read read) -> decltype(read(static_cast<SqlSource*>(nullptr))) {
  MutexLock lock(&reader_mutex_);
  for (const bool again : {false, true}) {
    if (!reader_.has_value() || !reader_->alive()) {
      reader_.reset();
      ROOKERY_ASSIGN_OR_RETURN(PostgresConnection opened, PostgresConnection::Open(address_));
      reader_.emplace(std::move(opened));
      ROOKERY_RETURN_IF_ERROR(reader_->Execute(
          "SET default_transaction_read_only = on; SET statement_timeout = '45s'"));
    }
    PostgresSource source(&*reader_);
    auto result = read(&source);
    if (result.ok() || reader_->alive() || again) return result;
  }
  return Away();
}

absl::StatusOr<std::vector<PairRecord>> PostgresStore::ReadPairs(const PairQuery& query) {
  return WithReader([&](SqlSource* source) { return SelectPairs(source, query); });
}

absl::StatusOr<std::vector<uint64_t>> PostgresStore::ReadDisputed(const RunId& run, uint64_t from,
                                                                  uint64_t to) {
  return WithReader([&](SqlSource* source) { return SelectDisputed(source, run, from, to); });
}

absl::StatusOr<std::vector<LedgerRow>> PostgresStore::ReadRows(const RunId& run,
                                                               const WorkerId& worker) {
  return WithReader([&](SqlSource* source) { return SelectRows(source, run, worker); });
}

absl::StatusOr<RowCounts> PostgresStore::CountRows() {
  return WithReader([&](SqlSource* source) { return SelectRowCounts(source); });
}

absl::StatusOr<std::vector<DuelRow>> PostgresStore::ReadDuels(const RunId& run, uint64_t from,
                                                              size_t count) {
  return WithReader([&](SqlSource* source) { return SelectDuels(source, run, from, count); });
}

absl::StatusOr<std::vector<RunEvent>> PostgresStore::ReadRunEvents(const RunId& run, size_t count) {
  return WithReader([&](SqlSource* source) { return SelectRunEvents(source, run, count); });
}

absl::StatusOr<std::vector<Action>> PostgresStore::ReadActions(uint64_t before, size_t count) {
  return WithReader([&](SqlSource* source) { return SelectActions(source, before, count); });
}

}  // namespace rookery::coordinator
