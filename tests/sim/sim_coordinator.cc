#include "tests/sim/sim_coordinator.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <tuple>
#include <utility>

#include "coordinator/loop/coalesce.h"
#include "coordinator/tuning/tuner_source.h"

namespace rookery::sim {

using namespace coordinator;  // NOLINT: the simulator is about nothing else

namespace {

constexpr size_t kMaxInbox = 4096;
constexpr uint64_t kDeepEvery = 50;  // checks, where not every commit is checked
const TunerSource kTuners;

}  // namespace

CoreOptions SimCoordinator::OptionsOf(const SimOptions& options) {
  CoreOptions core;
  core.lease_time = options.lease_time;
  core.heartbeat = options.heartbeat;
  core.lease_target = options.lease_target;
  core.planted = options.planted;
  core.candidates = &kTuners;
  // So few that those that were revoked are forgotten all the time; some more than are in use, as a
  // crash may lose a revocation.
  core.max_tokens = 2 * static_cast<size_t>(options.workers) + 4;
  return core;
}

SimCoordinator::SimCoordinator(const SimOptions& options, Timeline* timeline, Checker* checker,
                               Rng rng, Callbacks callbacks)
    : options_(options),
      timeline_(timeline),
      checker_(checker),
      rng_(rng),
      callbacks_(std::move(callbacks)) {
  Start();
}

void SimCoordinator::Start() {
  const LoadedState loaded = *store_.Load();
  checker_->OnLoad(loaded.tokens);
  core_.emplace(
      Core::Load(loaded, OptionsOf(options_), &policy_, Rng(rng_.Next()), timeline_->now()));
  inbox_.clear();
  group_scheduled_ = false;
  ++life_;
  // Everything that was stored must be there again.
  std::set<RunId> all;
  for (const RunId& id : core_->RunIds()) all.insert(id);
  checker_->CheckRuns(*core_, &store_, all);
  ScheduleTick();
}

void SimCoordinator::Crash() {
  ++figures_.crashes;
  core_.reset();
  ++life_;
  callbacks_.lost();
  timeline_->After(absl::Milliseconds(100 + rng_.Below(20'000)), [this] { Start(); });
}

void SimCoordinator::ScheduleTick() {
  timeline_->After(kTick, [this, life = life_] {
    if (life != life_) return;
    Receive(Tick{});
    ScheduleTick();
  });
}

void SimCoordinator::Receive(Event event) {
  if (!up() || inbox_.size() >= kMaxInbox) return;
  inbox_.push_back(std::move(event));
  if (group_scheduled_) return;
  group_scheduled_ = true;
  timeline_->After(absl::Microseconds(500 + rng_.Below(15'000)), [this, life = life_] {
    if (life == life_) RunGroup();
  });
}

void SimCoordinator::RunGroup() {
  group_scheduled_ = false;
  std::vector<Event> now;
  std::vector<Event> next;  // what needs the rows as they are when its turn comes
  for (Event& event : std::exchange(inbox_, {})) {
    (std::holds_alternative<VoidPairs>(event) ? next : now).push_back(std::move(event));
  }
  if (!RunEvents(now, &next)) return;
  for (size_t i = 0; i < next.size(); ++i) {  // it may grow
    Event event = std::move(next[i]);
    auto& wish = std::get<VoidPairs>(event);
    wish.rows = *store_.ReadRows(wish.run, wish.worker);
    std::vector<Event> one;
    one.push_back(std::move(event));
    if (!RunEvents(one, &next)) return;
  }
}

bool SimCoordinator::RunEvents(const std::vector<Event>& events, std::vector<Event>* next) {
  std::vector<Write> writes;
  std::vector<Reply> replies;
  for (const Event& event : events) {
    Effects effects = core_->Step(event, timeline_->now());
    checker_->OnStep(*core_, event, effects, timeline_->now());
    std::move(effects.writes.begin(), effects.writes.end(), std::back_inserter(writes));
    std::move(effects.replies.begin(), effects.replies.end(), std::back_inserter(replies));
    std::move(effects.next.begin(), effects.next.end(), std::back_inserter(*next));
    Trace(event.index());
  }
  figures_.events += events.size();
  writes = Coalesce(std::move(writes));
  for (const Write& write : writes) {
    if (const auto* mark = std::get_if<MarkPairs>(&write)) checker_->OnVoid(mark->run);
  }
  const bool trouble = chaos_ && options_.faults;
  if (trouble && rng_.Chance(options_.crash_chance)) {  // before the commit
    Crash();
    return false;
  }
  if (!writes.empty() && !Commit(writes)) return false;
  if (trouble && rng_.Chance(options_.crash_chance)) {  // after it, before any answer
    Crash();
    return false;
  }
  Check(writes);
  Answer(events, replies);
  return true;
}

bool SimCoordinator::Commit(const std::vector<Write>& writes) {
  const bool trouble = chaos_ && options_.faults;
  if (trouble && rng_.Chance(options_.crash_chance)) {
    // The disk says no; or it says no although it has written: both look alike from above.
    if (rng_.Chance(0.5)) store_.FailCommits(1, absl::ResourceExhaustedError("disk full"));
    (void)store_.Commit(writes);
    ++figures_.crashes;
    callbacks_.lost();
    Start();
    return false;
  }
  const auto result = store_.Commit(writes);
  ++figures_.commits;
  if (!result.ok()) {
    checker_->Fail("the store refused a commit: " + std::string(result.status().message()));
    return false;
  }
  for (const auto& [run, games] : result->repeated_games) core_->AddRepeatedGames(run, games);
  return true;
}

void SimCoordinator::Check(const std::vector<Write>& writes) {
  for (const Write& write : writes) {
    if (const auto* run = std::get_if<PutRun>(&write)) touched_.insert(run->run.id);
    if (const auto* pair = std::get_if<AddPair>(&write)) touched_.insert(pair->run);
    if (const auto* worker = std::get_if<PutWorker>(&write)) checker_->OnWorker(worker->worker);
  }
  if (figures_.commits % static_cast<uint64_t>(options_.check_every) != 0) return;
  const bool deep = options_.check_every == 1 || ++checks_ % kDeepEvery == 0;
  checker_->CheckRuns(*core_, &store_, touched_, deep);
  touched_.clear();
  checker_->CheckLeases(*core_, timeline_->now());
  if (deep) checker_->CheckWorkers(&*core_);
}

void SimCoordinator::Answer(const std::vector<Event>& events, const std::vector<Reply>& replies) {
  // Which report an acknowledgement answers; sessions tell the workers apart.
  std::map<std::tuple<SessionId, LeaseId, int64_t>, const Report*> reports;
  for (const Event& event : events) {
    if (const auto* report = std::get_if<Report>(&event)) {
      reports[{report->session, report->lease, report->sequence}] = report;
    }
  }
  for (const Reply& reply : replies) {
    TraceReply(reply);
    if (const auto* grant = std::get_if<LeaseGrant>(&reply)) {
      checker_->OnGrant(*grant, timeline_->now());
    } else if (const auto* ack = std::get_if<ReportAck>(&reply)) {
      const auto report = reports.find({ack->session, ack->lease, ack->sequence});
      if (report == reports.end()) {
        checker_->Fail("an acknowledgement of nothing");
      } else {
        checker_->OnAck(*report->second, *ack, callbacks_.worker_of(ack->session),
                        timeline_->now());
      }
    }
    callbacks_.deliver(reply);
  }
}

void SimCoordinator::TraceReply(const Reply& reply) {
  Trace(static_cast<uint64_t>(absl::ToUnixNanos(timeline_->now())));
  Trace(reply.index());
  if (const auto* grant = std::get_if<LeaseGrant>(&reply)) {
    Trace(StableHash(grant->lease.id));
    for (const uint64_t pair : grant->lease.pairs) Trace(pair);
  } else if (const auto* ack = std::get_if<ReportAck>(&reply)) {
    Trace(StableHash(ack->lease) ^ static_cast<uint64_t>(ack->counted));
  }
}

}  // namespace rookery::sim
