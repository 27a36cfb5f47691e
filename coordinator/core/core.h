// DECISIONS: the coordinator's deterministic state machine. (state, event, now) -> effects.
// It has no threads, clock or I/O; chance comes from the generator that it is given. It assumes
// that the writes of an effect are committed before the next event's replies are sent; if a commit
// fails the core is thrown away and loaded again from the store.
//
// One thread at a time. The policy is not owned and must outlive the core.
#pragma once

#include <memory>
#include <vector>

#include "absl/time/time.h"
#include "base/rng.h"
#include "coordinator/core/effects.h"
#include "coordinator/core/events.h"
#include "coordinator/core/league_table.h"
#include "coordinator/core/limits.h"
#include "coordinator/core/planted_fault.h"
#include "coordinator/core/run_ledger.h"
#include "coordinator/core/scheduling_policy.h"
#include "coordinator/core/types.h"
#include "coordinator/core/view.h"

namespace rookery::coordinator {

// What the store holds, without the ledger's bulk: what a start needs, and no more.
struct LoadedState {
  struct OpenPair {  // a counted pair at or beyond its run's prefix
    RunId run;
    uint64_t index = 0;
    PairSummary summary;
  };
  std::vector<Run> runs;  // in order of creation
  // Of open runs, of ended ones that have lease rows, and of those that ended within
  // limits::kLateReports of the newest end.
  std::vector<OpenPair> open_pairs;
  struct Tune {
    RunId run;
    std::string state;
  };
  struct AskedCandidate {  // of an open tune, at or beyond its prefix
    RunId run;
    uint64_t pair = 0;
    Candidate candidate;
  };
  struct Cell {  // of any league, in order of the cells
    RunId run;
    LeagueCell value;
  };
  struct Standing {  // likewise, in order of the engines
    RunId run;
    LeagueStanding value;
  };
  std::vector<Cell> cells;
  std::vector<Standing> standings;
  std::vector<Lease> leases;
  std::vector<Audit> audits;  // of open runs, those that are pending or disputed
  std::vector<Tune> tunes;
  std::vector<AskedCandidate> candidates;
  std::vector<WorkerInfo> workers;
  std::vector<ArtifactInfo> artifacts;
  std::vector<TokenRecord> tokens;
  std::vector<NamedEngine> engines;
  FitList fits;
};

struct CoreOptions {
  absl::Duration lease_time = absl::Seconds(30);  // renewed by reports and heartbeats
  absl::Duration heartbeat = absl::Seconds(10);
  absl::Duration lease_target = absl::Seconds(10);  // a lease should keep the slots busy this long
  absl::Duration lend_twice_after = absl::Seconds(5);  // and three times a pair's usual duration
  absl::Duration retry_idle = absl::Seconds(2);        // said with NoWork; spread by +-25 %
  uint64_t keep_actions = limits::kMaxActions;         // rows of the audit log
  size_t max_tokens = TokenBook::kMaxTokens;           // kept, dead ones included
  // What a role that may start runs of its own alone is held to; 0: nothing.
  int author_open_runs = 0;                     // at once
  double author_core_hours = 0;                 // within limits::kQuotaWindow
  std::optional<KeepGames> keep_games;          // of runs that don't say; none: all
  bool approve_runs = false;                    // its runs wait for an operator's approval
  const CandidateSource* candidates = nullptr;  // not owned; null: no tunes are made
  PlantedFault planted = PlantedFault::kNone;   // the simulator alone sets it
};

class Core {
 public:
  // CHECKs what the store guarantees (unique ids, prefixes that fit).
  static Core Load(LoadedState state, const CoreOptions& options, const SchedulingPolicy* policy,
                   Rng rng, absl::Time now);
  Core(Core&&) noexcept;
  Core& operator=(Core&&) noexcept;
  ~Core();

  Effects Step(const Event& event, absl::Time now);

  // For the readers' view. ChangedRuns: those that changed since the last call, in id order.
  std::vector<RunId> TakeChangedRuns();
  const Run* FindRun(const RunId& id) const;
  RunView ViewRun(const RunId& id, absl::Time now) const;  // the run exists (CHECK)
  std::vector<RunId> RunIds() const;                       // newest first
  std::vector<RunId> OpenRuns() const;                     // active or paused, by id
  // Those that changed since the last call; after a Load all of them.
  std::vector<WorkerView> TakeChangedWorkers();
  std::vector<ArtifactInfo> Artifacts() const;  // by SHA-256
  size_t artifact_count() const;                // they are only ever added
  // Grows with each worker that is put in quarantine or drained by hand, or let play again: who
  // did it shall see it at once.
  uint64_t marks_revision() const;
  const TokenBook& tokens() const;
  uint64_t tokens_revision() const;  // grows with every change of them
  const EngineNames& engines() const;
  uint64_t engines_revision() const;  // likewise
  const FitList& fits() const;
  uint64_t fits_revision() const;  // likewise

  // What the store found while committing: games whose digest an earlier game of the run has.
  void AddRepeatedGames(const RunId& run, uint64_t games);

  // For checks, and dear: leases that are live; all workers, by id.
  std::vector<Lease> LiveLeases() const;
  std::vector<WorkerView> ViewWorkers() const;

 private:
  struct State;
  explicit Core(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace rookery::coordinator
