// The coordinator's process in the simulation: an inbox, the real core, group commit into a memory
// store that can fail at any write, crashes and restarts. Does what coordinator/loop does, in
// simulated time.
// One thread; what it is given is not owned.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/rng.h"
#include "coordinator/core/core.h"
#include "coordinator/scheduler/fair_share.h"
#include "coordinator/store/memory_store.h"
#include "tests/sim/checker.h"
#include "tests/sim/simulation.h"
#include "tests/sim/timeline.h"

namespace rookery::sim {

class SimCoordinator {
 public:
  struct Callbacks {
    std::function<void(const coordinator::Reply&)> deliver;
    std::function<void()> lost;  // all sessions and waiting calls are gone
    std::function<coordinator::WorkerId(coordinator::SessionId)> worker_of;
  };
  SimCoordinator(const SimOptions& options, Timeline* timeline, Checker* checker, Rng rng,
                 Callbacks callbacks);

  bool up() const { return core_.has_value(); }
  void Receive(coordinator::Event event);
  void set_chaos(bool chaos) { chaos_ = chaos; }
  const coordinator::Core& core() const { return *core_; }
  coordinator::MemoryStore* store() { return &store_; }
  uint64_t trace() const { return trace_; }
  const SimResult& figures() const { return figures_; }

  static coordinator::CoreOptions OptionsOf(const SimOptions& options);
  static constexpr absl::Duration kTick = absl::Milliseconds(500);

 private:
  void Start();
  void Crash();
  void ScheduleTick();
  void RunGroup();
  // Steps, commits, checks, answers; false: the process died or its store failed.
  bool RunEvents(const std::vector<coordinator::Event>& events,
                 std::vector<coordinator::Event>* next);
  // Whether the group was committed and may be answered.
  bool Commit(const std::vector<coordinator::Write>& writes);
  void Answer(const std::vector<coordinator::Event>& events,
              const std::vector<coordinator::Reply>& replies);
  void Check(const std::vector<coordinator::Write>& writes);
  void Trace(uint64_t word) { trace_ = Mix64(trace_ ^ word); }
  void TraceReply(const coordinator::Reply& reply);

  const SimOptions options_;
  Timeline* timeline_;
  Checker* checker_;
  Rng rng_;
  Callbacks callbacks_;
  coordinator::FairShare policy_;
  coordinator::MemoryStore store_;
  std::optional<coordinator::Core> core_;
  std::vector<coordinator::Event> inbox_;
  bool group_scheduled_ = false;
  bool chaos_ = true;
  uint64_t life_ = 0;  // counts restarts, so that what was scheduled before one is void
  std::set<coordinator::RunId> touched_;
  uint64_t trace_ = 0;
  uint64_t checks_ = 0;
  SimResult figures_;
};

}  // namespace rookery::sim
