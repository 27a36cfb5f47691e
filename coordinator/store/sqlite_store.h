// The store in one SQLite file: WAL with synchronous=FULL, STRICT tables, foreign keys. One
// connection writes (the loop's thread), one reads (any thread, one at a time). A lock file beside
// the database keeps a second coordinator out.
#pragma once

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "base/mutex.h"
#include "coordinator/store/file_lock.h"
#include "coordinator/store/pair_codec.h"
#include "coordinator/store/sqlite.h"
#include "coordinator/store/store.h"

namespace rookery::coordinator {

class SqliteStore : public Store {
 public:
  static absl::StatusOr<std::unique_ptr<SqliteStore>> Open(const std::string& path);

  absl::StatusOr<LoadedState> Load() override;
  absl::StatusOr<CommitResult> Commit(std::span<const Write> writes) override;
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
  // Prepared once for the writing connection.
  enum Sql {
    kBegin,
    kCommit,
    kInsertRun,
    kUpdateRun,
    kRunNumber,
    kAddPair,
    kAddDigest,
    kAddRepeated,
    kPutLease,
    kDropLease,
    kPutWorker,
    kWorkerNumber,
    kPutArtifact,
    kAddEvent,
    kPutAudit,
    kVoidPairs,
    kRestorePairs,
    kPutTune,
    kAddCandidate,
    kPutLeague,
    kPutLeagueCell,
    kPutLeagueStanding,
    kPutToken,
    kAddAction,
    kTrimActions,
    kPutBlock,
    kDropBlock,
    kClearGames,
    kPutEngine,
    kDropEngine,
    kAddFit,
    kDropFit,
    kDropToken,
    kSqlCount
  };

  SqliteStore(FileLock lock, SqliteDatabase writer, SqliteDatabase reader);
  absl::Status PrepareAll();
  absl::Status Apply(const Write& write, CommitResult* result);
  absl::Status ApplyRun(const Run& run);
  absl::Status ApplyPair(const AddPair& add, CommitResult* result);
  absl::Status ApplyLease(const Lease& lease);
  absl::Status ApplyWorker(const WorkerInfo& worker);
  absl::Status ApplyTune(const PutTune& put);
  absl::Status ApplyCandidate(const AddCandidate& add);
  absl::Status ApplyLeague(const PutLeague& put);
  absl::Status ApplyCell(const PutLeagueCell& put);
  absl::Status ApplyStanding(const PutLeagueStanding& put);
  absl::Status ApplyEvent(const RunEvent& event);
  absl::Status ApplyAudit(const Audit& audit);
  absl::Status ApplyMark(const MarkPairs& mark);
  absl::Status ApplyToken(const TokenRecord& token);
  absl::Status ApplyAction(const AddAction& add);
  absl::Status ApplyBlock(const PutGameBlock& put);
  absl::Status ApplyEngine(const NamedEngine& engine);
  absl::Status ApplyFit(const Fit& fit);
  absl::StatusOr<int64_t> RunNumber(const RunId& run);
  absl::StatusOr<int64_t> WorkerNumber(const WorkerId& worker);
  absl::StatusOr<int64_t> Number(Sql sql, const std::string& id,
                                 absl::flat_hash_map<std::string, int64_t>* known);

  FileLock lock_;
  SqliteDatabase writer_;
  std::array<SqliteStatement, kSqlCount> sql_;
  absl::flat_hash_map<std::string, int64_t> run_numbers_;
  absl::flat_hash_map<std::string, int64_t> worker_numbers_;
  GamesPacker games_;

  Mutex reader_mutex_;
  SqliteDatabase reader_ ABSL_GUARDED_BY(reader_mutex_);
};

}  // namespace rookery::coordinator
