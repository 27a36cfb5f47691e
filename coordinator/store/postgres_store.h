// The store in a PostgreSQL database, which several coordinators may name: one of them leads, the
// others wait (docs/guides/postgresql.md). Who leads holds an advisory lock of its connection and
// has counted the epoch in table `leadership` up by one. Each transaction locks that row for
// sharing and checks that the epoch is its own. So whoever lost the lead writes nothing, however
// late it learns.
//
// TryLead, Load, Commit and CheckLead: one thread. The Read functions: any thread, one at a time,
// on a connection of their own.
//
// Errors: Unavailable while the database is away; Load connects again. FailedPrecondition once
// another coordinator has led meanwhile: this one must end.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/mutex.h"
#include "coordinator/store/postgres.h"
#include "coordinator/store/postgres_writes.h"
#include "coordinator/store/store.h"

namespace rookery::coordinator {

class PostgresStore : public Store {
 public:
  // `address` is a connection string of libpq's. Connects; writes nothing.
  static absl::StatusOr<std::unique_ptr<PostgresStore>> Connect(const std::string& address);

  // True: this process leads, and the schema is this build's. False: another one leads.
  absl::StatusOr<bool> TryLead();
  const std::string& description() const { return description_; }
  int64_t epoch() const { return epoch_; }  // 0: never led

  absl::StatusOr<LoadedState> Load() override;
  absl::StatusOr<CommitResult> Commit(std::span<const Write> writes) override;
  absl::Status CheckLead() override;
  absl::StatusOr<std::vector<PairRecord>> ReadPairs(const PairQuery& query) override;
  absl::StatusOr<std::vector<uint64_t>> ReadDisputed(const RunId& run, uint64_t from,
                                                     uint64_t to) override;
  absl::StatusOr<std::vector<LedgerRow>> ReadRows(const RunId& run,
                                                  const WorkerId& worker) override;
  absl::StatusOr<RowCounts> CountRows() override;
  absl::StatusOr<std::vector<DuelRow>> ReadDuels(const RunId& run, uint64_t from,
                                                 size_t count) override;
  absl::StatusOr<std::vector<RunEvent>> ReadRunEvents(const RunId& run, size_t count) override;
  absl::StatusOr<std::vector<Action>> ReadActions(uint64_t before, size_t count) override;

 private:
  PostgresStore(std::string address, PostgresConnection writer)
      : address_(std::move(address)),
        description_(writer.description()),
        writer_(std::move(writer)) {}
  absl::Status TakeOver();  // with the lock in hand
  absl::Status CheckDurability();
  absl::Status CountEpoch();
  // Calls read(source) on the readers' connection, once more on a new one if that was lost.
  template <typename Read>
  auto WithReader(Read read) -> decltype(read(static_cast<SqlSource*>(nullptr)));

  const std::string address_;
  const std::string description_;
  PostgresConnection writer_;
  int64_t epoch_ = 0;
  bool leads_ = false;  // on writer_, as far as known
  bool numbers_known_ = false;
  PostgresNumbers numbers_;

  Mutex reader_mutex_;
  std::optional<PostgresConnection> reader_ ABSL_GUARDED_BY(reader_mutex_);
};

}  // namespace rookery::coordinator
