// Watches the coordinator from outside and knows what must hold: the invariants of
// docs/architecture.md, recomputed naively from the rows. Remembers the first violation.
// One thread.
#pragma once

#include <array>
#include <deque>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/time/time.h"
#include "coordinator/core/core.h"
#include "coordinator/store/memory_store.h"
#include "coordinator/tuning/tuner_source.h"

namespace rookery::sim {

class Checker {
 public:
  Checker(const coordinator::CoreOptions& options, absl::Duration tick)
      : options_(options), tick_(tick) {}

  const std::string& failure() const { return failure_; }
  void Fail(std::string what);

  // What left the coordinator after a commit.
  void OnGrant(const coordinator::LeaseGrant& grant, absl::Time now);
  void OnAck(const coordinator::Report& report, const coordinator::ReportAck& ack,
             const coordinator::WorkerId& worker, absl::Time now);
  void OnCreated(const std::string& request_id, const coordinator::RunId& run);
  void OnStopped(const coordinator::RunId& run);
  // Rows of the run were marked: what counts has changed, in an ended run too.
  void OnVoid(const coordinator::RunId& run);
  void OnWorker(const coordinator::WorkerInfo& worker);
  // Workers that play other games than they should; whoever else is put in quarantine is wronged.
  void set_cheats(std::set<coordinator::WorkerId> cheats) { cheats_ = std::move(cheats); }
  // At the step that made it, when the run's state is still the one that it was lent in.
  void OnStep(const coordinator::Core& core, const coordinator::Event& event,
              const coordinator::Effects& effects, absl::Time now);
  // What a start found: a revocation that was never committed never was.
  void OnLoad(const std::vector<coordinator::TokenRecord>& tokens);

  // The state after a commit, for the runs that changed.
  // Deep: every row again from the first; else only those that may have come since.
  void CheckRuns(const coordinator::Core& core, coordinator::MemoryStore* store,
                 const std::set<coordinator::RunId>& runs, bool deep = true);
  void CheckLeases(const coordinator::Core& core, absl::Time now);
  // What readers were told of the workers, change by change, against all of it made anew.
  void CheckWorkers(coordinator::Core* core);
  uint64_t pairs() const;

 private:
  struct GrantedLease {
    coordinator::RunId run;
    coordinator::WorkerId worker;
    std::set<uint64_t> pairs;
    absl::Time granted;
  };
  struct Naive {
    uint64_t prefix = 0;
    stats::Pentanomial pentanomial{};
    double llr = 0;
    stats::Verdict verdict = stats::Verdict::kUndecided;
    uint64_t plies = 0;
    stats::OvershootState overshoot;
  };
  struct RunTwin {
    std::map<uint64_t, int> rows;  // half points of the rows, from their games
    std::map<uint64_t, uint64_t> plies;
    std::map<uint64_t, std::array<int, 2>> points;  // of the first player in either game
    std::set<uint64_t> acknowledged;
    std::set<uint64_t> counted;  // of those, without what was voided since
    std::set<uint64_t> ever;     // pairs that had a row at some time
    Naive naive;                 // as far as it was folded
    std::map<uint64_t, coordinator::Candidate> candidates;  // as they were lent
    std::map<uint64_t, Seats> seats;                        // likewise
    std::unique_ptr<coordinator::Tuner> tuner;              // told from the rows
    uint64_t told = 0;
    bool ended = false;
    bool voided = false;
    uint64_t looked = 0;  // what voids have cost, as last seen
    double apart = 0;
    bool unread = false;  // rows were marked, and not read since
    coordinator::RunTotals frozen;
    coordinator::RunState state = coordinator::RunState::kActive;
  };

  void ReadRows(const coordinator::Run& run, coordinator::MemoryStore* store, bool deep,
                RunTwin* twin);
  static void Recompute(const coordinator::Run& run, RunTwin* twin);
  void CompareTotals(const coordinator::Run& run, const RunTwin& twin, std::string_view where);
  void CheckCostOfVoids(const coordinator::Run& run, RunTwin* twin);
  void CompareContested(const coordinator::Run& run, const RunTwin& twin, std::string_view where);
  void CheckTune(const coordinator::Run& run, coordinator::MemoryStore* store, RunTwin* twin);
  void CheckCandidates(const coordinator::LeaseGrant& grant);
  void CheckSeats(const coordinator::LeaseGrant& grant);
  void CheckLeague(const coordinator::Run& run, coordinator::MemoryStore* store,
                   const RunTwin& twin);
  void CheckRevoked(const coordinator::Event& event, const coordinator::Effects& effects);
  // However many processes use one identity, they don't throw each other out for ever.
  void CheckTakeovers(const coordinator::Event& event, const coordinator::Effects& effects,
                      absl::Time now);
  void CheckEnd(const coordinator::Run& run, RunTwin* twin);

  coordinator::CoreOptions options_;
  absl::Duration tick_;
  coordinator::TunerSource source_;
  std::string failure_;
  std::map<coordinator::LeaseId, GrantedLease> leases_;
  std::map<coordinator::RunId, RunTwin> runs_;
  std::map<std::string, coordinator::RunId> requests_;
  std::set<coordinator::RunId> stopped_;
  std::map<coordinator::WorkerId, coordinator::WorkerView> told_;
  std::set<coordinator::WorkerId> cheats_;
  std::set<coordinator::WorkerId> quarantined_;
  std::set<coordinator::TokenId> revoked_;
  std::map<coordinator::SessionId, coordinator::TokenId> session_tokens_;
  std::map<coordinator::WorkerId, std::deque<absl::Time>> takeovers_;  // within the window
};

}  // namespace rookery::sim
