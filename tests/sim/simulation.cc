#include "tests/sim/simulation.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "coordinator/store/ledger_audit.h"
#include "tests/sim/author.h"
#include "tests/sim/checker.h"
#include "tests/sim/sim_coordinator.h"
#include "tests/sim/sim_worker.h"
#include "tests/sim/timeline.h"

namespace rookery::sim {

using namespace coordinator;  // NOLINT: the simulator is about nothing else

namespace {

// Everything that the coordinator isn't: transport, workers, author.
class World : public Network {
 public:
  explicit World(const SimOptions& options)
      : options_(options),
        rng_(Rng(options.seed).Fork("network")),
        checker_(SimCoordinator::OptionsOf(options), SimCoordinator::kTick),
        coordinator_(options, &timeline_, &checker_, Rng(options.seed).Fork("coordinator"),
                     {[this](const Reply& reply) { Deliver(reply); }, [this] { LoseAll(); },
                      [this](SessionId session) { return WorkerOf(session); }}),
        author_(
            options, &checker_, Rng(options.seed).Fork("author"),
            [this](Event event) { Transmit(std::move(event)); },
            [this](int worker, const TokenId& token) {
              const WorkerId& id = workers_[static_cast<size_t>(worker)]->id();
              for (const auto& one : workers_) {
                if (one->id() == id) one->set_token(token);  // a clone's, too
              }
            }) {
    const Rng workers = Rng(options.seed).Fork("workers");
    for (int i = 0; i < options.workers; ++i) {
      Rng own = workers.Fork(static_cast<uint64_t>(i));
      // At least two are honest.
      SimWorker::Nature nature = SimWorker::Nature::kHonest;
      if (options.faults && i >= 2 && own.Chance(0.15)) nature = SimWorker::Nature::kStalling;
      if (options.faults && i >= 2 && own.Chance(0.25)) nature = SimWorker::Nature::kLying;
      // With two honest ones beside it, so that someone can say who is wrong.
      if (options.faults && i == 2 && own.Chance(0.4)) nature = SimWorker::Nature::kCheating;
      if (nature == SimWorker::Nature::kCheating) checker_.set_cheats({fmt::format("worker{}", i)});
      workers_.push_back(std::make_unique<SimWorker>(i, nature, options, this, own));
      liars_.push_back(nature == SimWorker::Nature::kLying);
      ScheduleWorker(i, options.worker_step * own.Uniform());
    }
    if (Rng own = workers.Fork("clone"); options.faults && own.Chance(0.3)) {
      const int number = options.workers;
      workers_.push_back(
          std::make_unique<SimWorker>(number, SimWorker::Nature::kClone, options, this, own));
      liars_.push_back(false);
      ScheduleWorker(number, options.worker_step * own.Uniform());
    }
    ScheduleAuthor();
  }

  SimResult Run() {
    const absl::Time start = timeline_.now();
    chaos_until_ = start + options_.chaos;
    while (checker_.failure().empty() && timeline_.RunNext()) {
      if (timeline_.now() < chaos_until_) continue;
      coordinator_.set_chaos(false);
      if (Finished()) break;
      if (timeline_.now() > start + options_.patience) ReportStuck();
    }
    if (checker_.failure().empty()) Audit();
    SimResult result = coordinator_.figures();
    result.failure = checker_.failure();
    result.trace_hash = coordinator_.trace();
    result.pairs = checker_.pairs();
    result.simulated = timeline_.now() - start;
    return result;
  }

  SessionId Connect(int worker) override {
    if (!coordinator_.up()) return 0;
    sessions_[++last_session_] = worker;
    owner_[last_session_] = worker;
    return last_session_;
  }

  void Send(SessionId session, Event event) override {
    if (!sessions_.contains(session)) return;
    if (Trouble(0.001)) return Break(session);
    Transmit(std::move(event));
  }

  void Disconnect(SessionId session) override {
    if (sessions_.erase(session) > 0) TellGone(session);
  }

 private:
  bool chaos() const { return timeline_.now() < chaos_until_; }
  bool Trouble(double probability) {
    return options_.faults && chaos() && rng_.Chance(probability);
  }
  absl::Duration Delay() {
    const absl::Duration usual = absl::Microseconds(200 + rng_.Below(40'000));
    return Trouble(0.02) ? usual + absl::Milliseconds(rng_.Below(8'000)) : usual;
  }

  void Transmit(Event event) {
    if (Trouble(0.01)) return;  // lost
    const int copies = Trouble(0.01) ? 2 : 1;
    for (int i = 0; i < copies; ++i) {
      timeline_.After(Delay(), [this, event] { coordinator_.Receive(event); });
    }
  }

  void Deliver(const Reply& reply) {
    std::visit(
        [&](const auto& message) {
          if constexpr (requires { message.session; }) {
            ToWorker(message.session, reply);
          } else if (!Trouble(0.02)) {
            author_.Receive(reply);
          }
        },
        reply);
  }

  void ToWorker(SessionId session, const Reply& reply) {
    if (std::holds_alternative<LeaseGrant>(reply)) {
      for (size_t i = 0; i < workers_.size(); ++i) {
        if (liars_[i]) workers_[i]->Receive(0, reply, timeline_.now());
      }
    }
    const auto found = sessions_.find(session);
    if (found == sessions_.end() || Trouble(0.01)) return;
    const int copies = Trouble(0.01) ? 2 : 1;
    for (int i = 0; i < copies; ++i) {
      timeline_.After(Delay(), [this, session, reply, worker = found->second] {
        if (!sessions_.contains(session)) return;
        if (std::holds_alternative<CloseSession>(reply)) sessions_.erase(session);
        workers_[static_cast<size_t>(worker)]->Receive(session, reply, timeline_.now());
      });
    }
  }

  void TellGone(SessionId session) {
    if (Trouble(0.2)) return;  // the coordinator never notices
    timeline_.After(Delay(), [this, session] { coordinator_.Receive(WorkerGone{session}); });
  }

  void Break(SessionId session) {
    const int worker = sessions_.at(session);
    Disconnect(session);
    workers_[static_cast<size_t>(worker)]->ConnectionLost(session, timeline_.now());
  }

  void LoseAll() {
    const std::map<SessionId, int> lost = std::exchange(sessions_, {});
    for (const auto& [session, worker] : lost) {
      workers_[static_cast<size_t>(worker)]->ConnectionLost(session, timeline_.now());
    }
  }

  WorkerId WorkerOf(SessionId session) const {
    const auto found = owner_.find(session);
    return found == owner_.end() ? "" : workers_[static_cast<size_t>(found->second)]->id();
  }

  void ScheduleWorker(int worker, absl::Duration delay) {
    timeline_.After(delay, [this, worker] {
      workers_[static_cast<size_t>(worker)]->Step(timeline_.now(), chaos());
      ScheduleWorker(worker, options_.worker_step);
    });
  }

  void ScheduleAuthor() {
    timeline_.After(absl::Seconds(1), [this] {
      author_.Step(timeline_.now(), chaos());
      ScheduleAuthor();
    });
  }

  bool Finished() {
    if (!coordinator_.up() || !author_.satisfied()) return false;
    if (!coordinator_.core().OpenRuns().empty()) return false;
    return std::all_of(workers_.begin(), workers_.end(),
                       [](const auto& worker) { return worker->outbox() == 0; });
  }

  // Whatever crashed, was voided or audited: the store's own audit finds nothing where nothing is
  // wrong.
  void Audit() {
    const absl::StatusOr<LedgerAudit> audit = AuditLedger(coordinator_.store());
    if (!audit.ok()) return checker_.Fail(audit.status().ToString());
    for (const std::string& fault : audit->faults) checker_.Fail("the ledger's audit: " + fault);
  }

  void ReportStuck() {
    if (coordinator_.up() && !coordinator_.core().OpenRuns().empty()) {
      const RunId id = coordinator_.core().OpenRuns()[0];
      const coordinator::Run& run = *coordinator_.core().FindRun(id);
      return checker_.Fail(fmt::format("run {} doesn't end: {} of {} pairs, {} counted", id,
                                       run.totals.prefix, run.spec->max_pairs, run.totals.counted));
    }
    for (const auto& worker : workers_) {
      if (worker->outbox() > 0) {
        return checker_.Fail(fmt::format("{} can't deliver its results", worker->id()));
      }
    }
    checker_.Fail("a request was never answered");
  }

  const SimOptions options_;
  Rng rng_;
  Timeline timeline_;
  Checker checker_;
  std::map<SessionId, int> sessions_;  // open ones: whose
  std::map<SessionId, int> owner_;     // all there ever were
  SessionId last_session_ = 0;
  absl::Time chaos_until_ = absl::InfiniteFuture();
  std::vector<std::unique_ptr<SimWorker>> workers_;
  std::vector<bool> liars_;
  SimCoordinator coordinator_;
  Author author_;
};

}  // namespace

SimResult Simulate(const SimOptions& options) { return World(options).Run(); }

}  // namespace rookery::sim
