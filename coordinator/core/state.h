// The core's inside: its state and one handler an event, spread over state_*.cc by subject.
// Only core.cc and state_*.cc include this. One thread at a time.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/status/statusor.h"
#include "coordinator/core/core.h"
#include "coordinator/core/lease_book.h"
#include "coordinator/core/rate_meter.h"
#include "coordinator/core/run_fold.h"
#include "coordinator/core/run_ledger.h"

namespace rookery::coordinator {

// A run and what is known of it beyond its row.
struct RunEntry {
  Run run;
  std::optional<RunFold> fold;        // while it is open
  std::unique_ptr<RunLedger> ledger;  // while it is open, and a day longer
  size_t leases = 0;                  // in the book, past ones included
  uint64_t pairs_lent = 0;            // not yet counted, in live leases
  struct Playing {
    int leases = 0;
    int slots = 0;
  };
  std::map<WorkerId, Playing> workers;  // with live leases
  double slots_busy = 0;
  double pair_seconds = 0;  // moving average of one slot's pair; 0: none yet
  RateMeter games;
  uint64_t revision = 0;
};

struct WorkerEntry {
  WorkerInfo info;
  SessionId session = 0;  // 0: away
  std::set<LeaseId> live;
  RunId last_run;
  RunId timed_run;  // the run that pair_seconds is of
  double pair_seconds = 0;
  std::string idle_reason;
};

struct Core::State {
  CoreOptions options;
  const SchedulingPolicy* policy = nullptr;
  Rng rng{0};

  std::map<RunId, RunEntry> runs;
  std::vector<RunId> order;  // of creation
  std::set<RunId> open;      // active or paused
  // Ended runs whose ledger is still kept, by their end: reports are repeated until they are
  // acknowledged, and what was counted beyond the prefix must be known again.
  std::set<std::pair<absl::Time, RunId>> closing;
  absl::flat_hash_map<std::string, RunId> by_request;
  std::map<WorkerId, WorkerEntry> workers;
  absl::flat_hash_map<SessionId, WorkerId> sessions;
  std::map<std::string, ArtifactInfo> artifacts;
  LeaseBook leases;
  std::set<RunId> changed;
  std::string draining;  // not empty: why nothing is lent any more

  Effects* out = nullptr;  // of the Step that is running
  absl::Time now;

  bool Planted(PlantedFault fault) const { return options.planted == fault; }

  // state_load.cc
  void Restore(LoadedState loaded);
  void RestoreRun(Run run);
  void KeepLedger(RunEntry* entry);
  void RestoreLease(Lease lease);

  // state_runs.cc
  void On(const CreateRun& event);
  void On(const StopRun& event);
  void On(const PauseRun& event);
  void On(const ResumeRun& event);
  void On(const PutArtifact& event);
  absl::StatusOr<Run> MakeRun(const CreateRun& event);
  absl::Status CheckArtifact(std::string_view field, const std::string& sha256,
                             ArtifactKind kind) const;
  void EndRun(RunEntry* entry, RunState state, const std::string& message);
  void SetPaused(ReplyToken token, const RunId& id, bool paused);
  void SaveRun(RunEntry* entry);
  void Note(const RunEntry& entry, std::string_view kind, std::string text);

  // state_workers.cc
  void On(const WorkerHello& event);
  void On(const WorkerGone& event);
  void On(const Heartbeat& event);
  void On(const Release& event);
  void On(const DrainAll& event);
  absl::Status CheckHello(const WorkerHello& event) const;
  // The worker of a session; if there is none the session is told to begin again.
  WorkerEntry* WorkerOf(SessionId session);

  // state_leases.cc
  void On(const LeaseRequest& event);
  void On(const Tick& event);
  struct Offer {
    RunEntry* entry = nullptr;
    uint64_t available = 0;
  };
  std::vector<Offer> OffersFor(const WorkerEntry& worker);
  void Grant(WorkerEntry* worker, const Offer& offer, const LeaseRequest& event);
  void Refuse(WorkerEntry* worker, const LeaseRequest& event, std::string reason);
  std::string WhyNothing() const;
  double PairSeconds(const WorkerEntry& worker, const RunEntry& entry) const;
  RunLedger::Request AskFor(const WorkerEntry& worker, size_t most) const;
  void Attach(RunEntry* entry, HeldLease* held);
  void Detach(RunEntry* entry, const HeldLease& held);
  // Live -> past: its pairs may be lent again.
  void EndLease(HeldLease* held, LeaseState state);
  void ForgetLease(const LeaseId& id);

  // state_reports.cc
  void On(const Report& event);
  struct Verified {
    RunEntry* entry = nullptr;
    HeldLease* held = nullptr;  // null: all its pairs were counted before
  };
  absl::StatusOr<Verified> Verify(const WorkerEntry& worker, const Report& event);
  void CountPair(RunEntry* entry, WorkerEntry* worker, const Report& event, const PairResult& pair);
  void ReleaseHolders(RunEntry* entry, uint64_t index, const LeaseId& reporting,
                      const std::vector<LeaseId>& holders);
  void Fold(RunEntry* entry);
  void MeasureSpeed(RunEntry* entry, WorkerEntry* worker, const Report& event);
  void FinishReport(HeldLease* held);
};

}  // namespace rookery::coordinator
