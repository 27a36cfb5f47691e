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
#include "coordinator/access/refusal_meter.h"
#include "coordinator/core/core.h"
#include "coordinator/core/entries.h"
#include "coordinator/core/league_fold.h"
#include "coordinator/core/lease_book.h"
#include "coordinator/core/limits.h"
#include "coordinator/core/run_actions.h"
#include "coordinator/core/run_fold.h"
#include "coordinator/core/run_ledger.h"
#include "coordinator/core/usage_meter.h"

namespace rookery::coordinator {

struct Core::State {
  CoreOptions options;
  const SchedulingPolicy* policy = nullptr;
  Rng rng{0};

  std::map<RunId, RunEntry> runs;
  std::vector<RunId> order;  // of creation
  std::set<RunId> open;      // active, paused or waiting
  // Ended runs whose ledger is still kept, by their end: reports are repeated until they are
  // acknowledged, and what was counted beyond the prefix must be known again.
  std::set<std::pair<absl::Time, RunId>> closing;
  absl::flat_hash_map<std::string, RunId> by_request;
  std::map<WorkerId, WorkerEntry> workers;
  absl::flat_hash_map<SessionId, WorkerId> sessions;
  std::map<std::string, ArtifactInfo> artifacts;
  TokenBook tokens;
  uint64_t tokens_revision = 0;
  uint64_t marks_revision = 0;
  EngineNames engine_names;
  uint64_t engines_revision = 0;
  FitList fits;
  uint64_t fits_revision = 0;
  LeaseBook leases;
  std::set<RunId> changed;
  // Since readers were told last: each once, for Touch. Workers are never forgotten.
  std::vector<WorkerEntry*> changed_workers;
  std::string draining;  // not empty: why nothing is lent any more
  std::map<std::string, UsageMeter> owners;
  // Connected workers by version and bench signature: one version has one signature, or a build is
  // wrong.
  std::map<std::string, std::map<std::string, int>> builds;
  std::set<SessionId> waiting;   // were told that there is nothing, and nothing else since
  std::set<WorkerId> contested;  // two processes use the identity of each
  bool wake = false;  // there may be work again for those who were told that there is none
  RefusalMeter refusals;

  Effects* out = nullptr;  // of the Step that is running
  absl::Time now;
  absl::Time quota_looked = absl::InfinitePast();

  bool Planted(PlantedFault fault) const { return options.planted == fault; }

  // core.cc
  template <typename Which>
  void Handle(const Which& which);
  void On(const NoteRefusal& event);
  void Record(Action action);

  // state_load.cc
  void Restore(LoadedState loaded);
  void RestoreRun(Run run);
  void KeepLedger(RunEntry* entry);
  void RestoreLease(Lease lease);

  // state_runs.cc
  void On(const CreateRun& event);
  void On(const PutArtifact& event);
  absl::StatusOr<Run> MakeRun(const CreateRun& event);
  void Begin(Run run, const std::string& by);
  // What an author has open and has used of late is within what one may have.
  absl::Status CheckQuota(const std::string& owner) const;
  absl::Status CheckCoreHours(const std::string& owner) const;
  bool IsAuthor(const std::string& owner) const;
  void PauseOverQuota();
  void FollowUpOn(const RunEntry& entry);
  absl::Status CheckArtifact(std::string_view field, const std::string& sha256,
                             ArtifactKind kind) const;
  void EndRun(RunEntry* entry, RunAction action, const std::string& message,
              const std::string& by = {});
  void CancelLeases(RunEntry* entry, std::string_view why);
  void SaveRun(RunEntry* entry);
  void Note(const RunEntry& entry, std::string_view kind, std::string text,
            const std::string& by = {});

  // state_actions.cc
  void On(const StopRun& event);
  void On(const PauseRun& event);
  void On(const ResumeRun& event);
  void On(const ApproveRun& event);
  void On(const EditRun& event);
  void On(const CommentRun& event);
  void On(const StoreGames& event);
  // The run if the action is allowed; else the caller is told why not.
  template <typename Which>
  RunEntry* Allowed(const Which& event, RunAction action);
  absl::StatusOr<RunSpec> Edited(const RunEntry& entry, const RunEdit& edit) const;

  // state_tokens.cc
  void On(const CreateToken& event);
  void On(const RevokeToken& event);
  void On(const JoinWorker& event);
  absl::Status CheckAccess(const Access& access) const;
  absl::Status CheckIdentity(const WorkerId& worker, const TokenRecord& with) const;
  absl::StatusOr<TokenId> AddToken(TokenRecord record, absl::Duration lifetime);
  void CloseSessionsWithoutToken();
  void SendAway(WorkerEntry* worker, const absl::Status& why);

  // state_engines.cc
  void On(const PutEngine& event);
  void On(const RenameEngine& event);
  void On(const RemoveEngine& event);
  absl::Status NameEngine(const PutEngine& event);
  absl::Status Rename(const RenameEngine& event);
  // The engine of the name, if the caller may change what the name stands for.
  absl::StatusOr<NamedEngine> OwnEngine(const std::string& name, const std::string& by,
                                        const Access& access) const;
  void Answer(ReplyToken token, const absl::Status& status);

  // state_fits.cc
  void On(const PostFit& event);
  absl::StatusOr<FitId> KeepFit(const PostFit& event);

  // state_explain.cc
  void On(const ExplainRun& event);
  std::string Explain(const WorkerEntry& worker, const RunEntry& entry);

  // state_workers.cc
  void On(const WorkerHello& event);
  void On(const WorkerGone& event);
  void On(const Heartbeat& event);
  void On(const Release& event);
  void On(const SetQuarantine& event);
  void On(const DrainAll& event);
  void Quarantine(WorkerEntry* worker, const std::string& reason);
  absl::Status CheckHello(const WorkerHello& event) const;
  void CountBuild(const WorkerInfo& worker, int by);
  void JudgeBuild(WorkerEntry* worker);
  // Why the worker's build can't be the right one; empty: nothing speaks against it.
  std::string WrongBuild(const WorkerInfo& worker) const;
  void NoteUnable(RunEntry* entry, const WorkerEntry& worker, const std::string& reason);
  // Whoever changes what readers see of a worker, its leases included, says so here.
  void Touch(WorkerEntry* worker);
  WorkerView View(const WorkerEntry& worker);
  // The worker of a session; if there is none the session is told to begin again.
  WorkerEntry* WorkerOf(SessionId session);

  // state_identity.cc
  absl::Status CheckOwner(const WorkerId& worker, const std::string& owner) const;
  // True: another session of it lives, and this one has been told to wait.
  bool TurnAway(WorkerEntry* worker, const WorkerHello& event);
  void EndContests();

  // state_leases.cc
  void On(const LeaseRequest& event);
  void On(const Tick& event);
  struct Offer {
    RunEntry* entry = nullptr;
    uint64_t available = 0;        // fresh and lost pairs, or overdue ones
    std::vector<uint64_t> audits;  // that this worker may play
  };
  std::vector<Offer> OffersFor(const WorkerEntry& worker);
  std::vector<RunDemand> DemandsOf(const std::vector<Offer>& offers) const;
  // Why the worker is lent nothing at all just now; empty: it may be.
  std::string WhyNotNow(const WorkerEntry& worker) const;
  bool Unable(const RunEntry& entry, const WorkerId& worker) const;
  void Charge(RunEntry* entry, double slot_seconds);
  void WakeIdle();
  void Grant(WorkerEntry* worker, const Offer& offer, const LeaseRequest& event);
  Lease MakeLease(const WorkerEntry& worker, const RunEntry& entry, RunLedger::Loan loan);
  void Refuse(WorkerEntry* worker, const LeaseRequest& event, std::string reason);
  std::string WhyNothing(const WorkerEntry& worker) const;
  double PairSeconds(const WorkerEntry& worker, const RunEntry& entry) const;
  RunLedger::Request AskFor(const WorkerEntry& worker, size_t most) const;
  void Attach(RunEntry* entry, HeldLease* held);
  void Detach(RunEntry* entry, const HeldLease& held);
  // Live -> past: its pairs may be lent again.
  void EndLease(HeldLease* held, LeaseState state);
  void ForgetLease(const LeaseId& id);

  // state_tunes.cc
  absl::Status CheckTune(const Run& run) const;
  void BeginTune(RunEntry* entry);
  void RestoreTunes(const LoadedState& loaded);
  std::vector<Candidate> CandidatesOf(RunEntry* entry, const std::vector<uint64_t>& pairs);
  RunFold::OnFolded TellTuner(RunEntry* entry);
  void SaveTune(RunEntry* entry);

  // state_leagues.cc
  absl::Status CheckEngines(const RunSpec& spec) const;
  void BeginLeague(RunEntry* entry);
  void RestoreLeagues(const LoadedState& loaded);
  std::vector<Seats> SeatsFor(const RunEntry& entry, const std::vector<uint64_t>& pairs) const;
  RunFold::OnFolded TellLeague(RunEntry* entry);
  void SaveLeague(RunEntry* entry);
  // Whoever wants to hear of the pairs that are folded.
  RunFold::OnFolded Listener(RunEntry* entry);

  struct Verified {
    RunEntry* entry = nullptr;
    HeldLease* held = nullptr;  // null: all its pairs were counted before
  };

  // state_audits.cc
  void MaybeAudit(RunEntry* entry, const PairResult& pair, const WorkerId& worker);
  std::vector<uint64_t> AuditsFor(const RunEntry& entry, const WorkerId& worker, size_t most) const;
  void LendAudits(RunEntry* entry, const Lease& lease);
  void ReturnAudit(RunEntry* entry, uint64_t pair, const LeaseId& lease);
  void OnAudit(const Verified& verified, WorkerEntry* worker, const Report& event);
  void Compare(RunEntry* entry, const PairResult& pair, const WorkerId& worker);
  void Settle(RunEntry* entry, Audit audit, const std::string& third);

  // state_voids.cc
  void On(const VoidPairs& event);
  absl::Status CheckVoid(const VoidPairs& event) const;
  void ForgetLeasesOf(RunEntry* entry, const WorkerId& worker);
  void Rebuild(RunEntry* entry, const std::vector<LedgerRow>& rows);
  void LendAnew(RunEntry* entry);
  void Contest(RunEntry* entry, const std::vector<LedgerRow>& rows);

  // state_residuals.cc
  void Observe(RunEntry* entry, const WorkerId& worker, int half_points);
  void MaybeCompareWorkers(RunEntry* entry);
  void CompareWorkersOf(RunEntry* entry);

  // state_reports.cc
  void On(const Report& event);
  absl::StatusOr<Verified> Verify(const WorkerEntry& worker, const Report& event);
  void TellFaults(RunEntry* entry, const WorkerInfo& worker, const PairResult& pair);
  std::string LoserOf(const RunEntry& entry, uint64_t pair, size_t game, GameResult result) const;
  bool IsUci(const EngineSpec& engine) const;  // somebody's: its games needn't come out alike
  bool AnyUci(const RunSpec& spec) const;
  void CountPair(RunEntry* entry, WorkerEntry* worker, const Report& event, const PairResult& pair);
  void ReleaseHolders(RunEntry* entry, uint64_t index, const LeaseId& reporting,
                      const std::vector<LeaseId>& holders);
  void Fold(RunEntry* entry);
  void MeasureSpeed(RunEntry* entry, WorkerEntry* worker, const Report& event);
  void FinishReport(HeldLease* held);
};

}  // namespace rookery::coordinator
