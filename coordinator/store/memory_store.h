// The store in memory, for tests and simulation: nothing survives the object. It can be told to
// fail, so that callers' handling of a broken disk is tested.
// Any thread (one mutex).
#pragma once

#include <deque>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "base/mutex.h"
#include "coordinator/store/store.h"
#include "coordinator/store/stored_games.h"

namespace rookery::coordinator {

class MemoryStore : public Store {
 public:
  absl::StatusOr<LoadedState> Load() override;
  absl::StatusOr<CommitResult> Commit(std::span<const Write> writes) override;
  absl::StatusOr<std::vector<PairRecord>> ReadPairs(const PairQuery& query) override;
  absl::StatusOr<std::vector<uint64_t>> ReadDisputed(const RunId& run, uint64_t from,
                                                     uint64_t to) override;
  absl::StatusOr<std::vector<LedgerRow>> ReadRows(const RunId& run,
                                                  const WorkerId& worker) override;
  absl::StatusOr<RowCounts> CountRows() override;
  absl::StatusOr<std::vector<RunEvent>> ReadRunEvents(const RunId& run, size_t count) override;

  absl::StatusOr<std::vector<DuelRow>> ReadDuels(const RunId& run, uint64_t from,
                                                 size_t count) override;

  absl::StatusOr<std::vector<Action>> ReadActions(uint64_t before, size_t count) override;

  // The tuner's state as stored; empty for a run that is no tune.
  std::string ReadTune(const RunId& id);
  // A league's table as stored; empty for a run that is none.
  LeagueTable ReadLeague(const RunId& id);
  // The run's row; it is there (CHECK).
  Run ReadRun(const RunId& id);
  size_t lease_rows();
  bool IsVoid(const RunId& run, uint64_t pair);  // it has a void row
  size_t VoidRows(const RunId& run);

  // The next `times` commits write nothing and return this.
  void FailCommits(int times, absl::Status why);

 private:
  struct Tables {
    std::vector<RunId> order;  // of creation
    std::map<RunId, Run> runs;
    // Records without has_games: as rows whose games lie in a block, or are no longer kept.
    std::map<RunId, std::map<uint64_t, PairRecord>> pairs;
    std::map<RunId, std::map<uint64_t, std::string>> blocks;      // by their first pair
    std::map<RunId, std::multimap<uint64_t, PairRecord>> voided;  // oldest first
    std::map<std::pair<RunId, uint64_t>, Audit> audits;
    std::map<RunId, std::set<std::string>> digests;
    std::map<LeaseId, Lease> leases;
    std::map<WorkerId, WorkerInfo> workers;
    std::map<std::string, ArtifactInfo> artifacts;
    std::map<RunId, std::vector<RunEvent>> events;
    std::map<TokenId, TokenRecord> tokens;
    std::map<std::string, NamedEngine> engines;
    FitList fits;                // oldest first
    std::deque<Action> actions;  // oldest first
    uint64_t last_action = 0;
    std::map<RunId, std::string> tunes;
    std::map<RunId, std::map<uint64_t, Candidate>> candidates;
    std::map<RunId, std::map<uint64_t, LeagueCell>> cells;
    std::map<RunId, std::map<int, LeagueStanding>> standings;

    // Whether all of them can be applied; Apply then can't fail, so a commit is all or nothing.
    absl::Status Check(std::span<const Write> writes) const;
    void Apply(const Write& write, CommitResult* result);
    void ApplyPair(const AddPair& add, CommitResult* result);
    void ApplyFit(const AddFit& add);
    void ApplyMark(const MarkPairs& mark);
    void ApplyBlock(const PutGameBlock& put);
    std::vector<std::string> BlocksOf(const RunId& run, const IndexRange& range) const;
  };

  Mutex mutex_;
  Tables tables_ ABSL_GUARDED_BY(mutex_);
  int failures_left_ ABSL_GUARDED_BY(mutex_) = 0;
  absl::Status failure_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace rookery::coordinator
