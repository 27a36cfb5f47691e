// Workers' sessions: hello, heartbeat, gone, release, drain.
#include <algorithm>
#include <set>
#include <string_view>
#include <utility>

#include "base/status.h"
#include "coordinator/core/limits.h"
#include "coordinator/core/state.h"
#include "coordinator/core/worker_owners.h"

namespace rookery::coordinator {
namespace {

constexpr std::string_view kWrongBuild = "another build:";

absl::Status CheckFields(const WorkerHello& event) {
  const auto printable = [](char c) { return c > ' ' && c < 127; };
  if (event.worker.empty() || event.worker.size() > limits::kMaxWorkerId ||
      !std::all_of(event.worker.begin(), event.worker.end(), printable)) {
    return InvalidArgument("field worker_id: 1 to {} printable characters are allowed",
                           limits::kMaxWorkerId);
  }
  if (event.slots < 1 || event.slots > limits::kMaxSlots) {
    return InvalidArgument("field slots: {} is outside 1 to {}", event.slots, limits::kMaxSlots);
  }
  if (event.label.size() > limits::kMaxName || event.version.size() > limits::kMaxVersion ||
      event.bench_signature.size() > limits::kMaxVersion) {
    return InvalidArgument("fields label, version, bench_signature: at most {} characters each",
                           limits::kMaxName);
  }
  const WorkerAbility& ability = event.ability;
  if (ability.platform.size() > limits::kMaxName || ability.sandbox.size() > limits::kMaxName ||
      ability.instruction_sets.size() > limits::kMaxInstructionSets) {
    return InvalidArgument(
        "fields platform, sandbox, instruction_sets: at most {} characters, {} sets",
        limits::kMaxName, limits::kMaxInstructionSets);
  }
  if (event.held_leases.size() > limits::kMaxHeldLeases) {
    return InvalidArgument("field held_leases: {} given; at most {} are allowed",
                           event.held_leases.size(), limits::kMaxHeldLeases);
  }
  return absl::OkStatus();
}

}  // namespace

absl::Status Core::State::CheckHello(const WorkerHello& event) const {
  ROOKERY_RETURN_IF_ERROR(CheckFields(event));
  if (sessions.size() >= limits::kMaxSessions ||
      (!workers.contains(event.worker) && workers.size() >= limits::kMaxWorkers)) {
    return Error(absl::StatusCode::kResourceExhausted,
                 "{} workers are connected and {} known; no more are allowed", sessions.size(),
                 workers.size());
  }
  ROOKERY_RETURN_IF_ERROR(CheckAccess(event.access));
  const TokenRecord* token = tokens.Find(event.access.token);
  if (token == nullptr && !tokens.empty()) {
    return absl::UnauthenticatedError("this coordinator asks for an access token");
  }
  if (token != nullptr) ROOKERY_RETURN_IF_ERROR(CheckIdentity(event.worker, *token));
  return CheckOwner(event.worker, token == nullptr ? "" : token->owner);
}

void Core::State::CountBuild(const WorkerInfo& worker, int by) {
  if (worker.bench_signature.empty()) return;
  std::map<std::string, int>& signatures = builds[worker.version];
  if ((signatures[worker.bench_signature] += by) > 0) return;
  signatures.erase(worker.bench_signature);
  if (signatures.empty()) builds.erase(worker.version);
}

// In quarantine while its build is wrong, and out again when it isn't: it may come back with
// another one, or the others may.
void Core::State::JudgeBuild(WorkerEntry* worker) {
  std::string& quarantine = worker->info.quarantine;
  if (!quarantine.empty() && !quarantine.starts_with(kWrongBuild)) return;
  quarantine = WrongBuild(worker->info);
}

std::string Core::State::WrongBuild(const WorkerInfo& worker) const {
  const auto version = builds.find(worker.version);
  if (worker.bench_signature.empty() || version == builds.end()) return "";
  if (version->second.at(worker.bench_signature) > 1) return "";  // somebody else has it, too
  for (const auto& [signature, count] : version->second) {
    if (signature == worker.bench_signature || count < limits::kBuildQuorum) continue;
    return fmt::format("{} its bench is {}, that of {} other workers of version {} is {}",
                       kWrongBuild, worker.bench_signature, count, worker.version, signature);
  }
  return "";
}

void Core::State::On(const WorkerHello& event) {
  if (const absl::Status status = CheckHello(event); !status.ok()) {
    out->replies.push_back(CloseSession{event.session, status});
    return;
  }
  WorkerEntry& worker = workers[event.worker];
  Touch(&worker);
  if (TurnAway(&worker, event)) return;
  worker.info.token = event.access.token;
  if (worker.session != 0) CountBuild(worker.info, -1);
  if (worker.session != 0 && worker.session != event.session) {
    out->replies.push_back(CloseSession{
        worker.session, Error(absl::StatusCode::kAborted,
                              "another session of worker '{}' took over", event.worker)});
    sessions.erase(worker.session);
    waiting.erase(worker.session);
  }
  sessions[event.session] = event.worker;
  worker.session = event.session;
  worker.info.id = event.worker;
  worker.info.label = event.label;
  const TokenRecord* token = tokens.Find(event.access.token);
  ChangeOwner(&worker.info, token == nullptr ? "" : token->owner);
  worker.info.slots = event.slots;
  worker.info.version = event.version;
  worker.info.bench_signature = event.bench_signature;
  CountBuild(worker.info, 1);
  worker.info.ability = event.ability;
  std::sort(worker.info.ability.instruction_sets.begin(),
            worker.info.ability.instruction_sets.end());
  worker.refusals = 0;
  if (worker.info.first_seen == absl::UnixEpoch()) worker.info.first_seen = now;
  worker.info.last_seen = now;
  JudgeBuild(&worker);
  out->writes.push_back(PutWorker{worker.info});

  // What it doesn't hold any more can be lent to others at once; what it holds without right it
  // should stop playing (finished pairs may be reported all the same).
  const auto holds = [&](const LeaseId& id) {
    return std::find(event.held_leases.begin(), event.held_leases.end(), id) !=
           event.held_leases.end();
  };
  const std::vector<LeaseId> live(worker.live.begin(), worker.live.end());
  for (const LeaseId& id : live) {
    HeldLease* held = leases.Find(id);
    if (holds(id)) {
      leases.Renew(held, now + options.lease_time);
    } else {
      EndLease(held, LeaseState::kExpired);
    }
  }
  Welcome welcome;
  welcome.session = event.session;
  welcome.heartbeat_seconds = static_cast<int>(absl::ToInt64Seconds(options.heartbeat));
  // As many come back at once as are here now; but before their leases have expired.
  const double spread_ms = 1000.0 * static_cast<double>(sessions.size()) / limits::kWakesPerSecond;
  welcome.reconnect_spread_ms =
      static_cast<int>(std::min(spread_ms, absl::ToDoubleMilliseconds(options.lease_time) / 2));
  for (const LeaseId& id : event.held_leases) {
    if (!worker.live.contains(id)) welcome.lost_leases.push_back(id);
  }
  out->replies.push_back(std::move(welcome));
}

WorkerEntry* Core::State::WorkerOf(SessionId session) {
  const auto found = sessions.find(session);
  if (found != sessions.end()) {
    WorkerEntry& worker = workers.at(found->second);
    Touch(&worker);
    const absl::Status live = CheckAccess({worker.info.token, "", false});
    if (live.ok() || Planted(PlantedFault::kRevokedReportCounts)) return &worker;
    SendAway(&worker, live);
    return nullptr;
  }
  out->replies.push_back(
      CloseSession{session, Error(absl::StatusCode::kFailedPrecondition,
                                  "this session is not known; connect again and say Hello first")});
  return nullptr;
}

void Core::State::On(const WorkerGone& event) {
  const auto found = sessions.find(event.session);
  if (found == sessions.end()) return;  // taken over already
  WorkerEntry& worker = workers.at(found->second);
  CountBuild(worker.info, -1);
  Touch(&worker);
  worker.session = 0;
  worker.idle_reason.clear();
  waiting.erase(found->first);
  sessions.erase(found);
}

void Core::State::On(const Heartbeat& event) {
  WorkerEntry* worker = WorkerOf(event.session);
  if (worker == nullptr) return;
  worker->info.last_seen = now;
  if (event.nodes_per_second > 0) worker->info.nodes_per_second = event.nodes_per_second;
  size_t looked_at = 0;
  for (const LeaseId& id : event.held_leases) {
    if (++looked_at > limits::kMaxHeldLeases) break;
    if (worker->live.contains(id)) {
      leases.Renew(leases.Find(id), now + options.lease_time);
    } else {
      out->replies.push_back(Cancel{event.session, id, "the lease has expired"});
    }
  }
}

void Core::State::On(const Release& event) {
  WorkerEntry* worker = WorkerOf(event.session);
  if (worker == nullptr || !worker->live.contains(event.lease)) return;
  HeldLease* held = leases.Find(event.lease);
  RunEntry* entry = &runs.at(held->lease.run);
  EndLease(held, LeaseState::kReleased);
  if (event.failed) NoteUnable(entry, *worker, event.reason);
}

// Its leases end: others play the pairs. What it had counted stays until someone voids it.
void Core::State::Quarantine(WorkerEntry* worker, const std::string& reason) {
  Touch(worker);
  worker->info.quarantine = reason.substr(0, limits::kMaxReason);
  out->writes.push_back(PutWorker{worker->info});
  const std::vector<LeaseId> live(worker->live.begin(), worker->live.end());
  for (const LeaseId& id : live) {
    if (worker->session != 0) {
      out->replies.push_back(Cancel{worker->session, id, "quarantine: " + worker->info.quarantine});
    }
    EndLease(leases.Find(id), LeaseState::kCancelled);
  }
}

void Core::State::On(const SetQuarantine& event) {
  const auto found = workers.find(event.worker);
  if (found == workers.end()) {
    out->replies.push_back(ErrorReply{
        event.token,
        Error(absl::StatusCode::kNotFound, "worker '{}' is unknown; see 'rookery workers list'",
              event.worker.substr(0, limits::kMaxName))});
    return;
  }
  WorkerInfo& info = found->second.info;
  Touch(&found->second);
  ++marks_revision;
  if (!event.reason.empty() && !event.drain) {
    Quarantine(&found->second, event.reason);
  } else if (event.drain || !info.quarantine.empty() || !info.drained.empty()) {
    info.drained = event.reason.substr(0, limits::kMaxReason);
    if (!event.drain) info.quarantine.clear();
    out->writes.push_back(PutWorker{info});
    wake = true;
  }
  out->replies.push_back(DoneReply{event.token});
}

// One worker's fault stops that worker on this run. Only when several distinct ones can't play it,
// and nobody ever could, is it the run's.
void Core::State::NoteUnable(RunEntry* entry, const WorkerEntry& worker,
                             const std::string& reason) {
  if (!IsOpen(entry->run.state)) return;
  const bool is_new = !entry->unable.contains(worker.info.id);
  if (is_new && entry->unable.size() >= limits::kMaxUnable) return;
  entry->unable[worker.info.id] = now;
  if (!is_new) return;
  const std::string why = reason.substr(0, limits::kMaxReason);
  Note(*entry, "unable", fmt::format("{} ({}): {}", worker.info.label, worker.info.id, why));
  if (entry->run.totals.counted == 0 && entry->unable.size() >= limits::kFaultQuorum) {
    EndRun(entry, RunAction::kFail,
           fmt::format("{} workers can't play it and none could; the last one says: {}",
                       entry->unable.size(), why));
  }
}

void Core::State::Touch(WorkerEntry* worker) {
  if (worker->changed) return;
  worker->changed = true;
  changed_workers.push_back(worker);
}

WorkerView Core::State::View(const WorkerEntry& worker) {
  WorkerView view;
  view.info = worker.info;
  view.idle_reason = contested.contains(worker.info.id) ? kSharedIdentity : worker.idle_reason;
  std::set<RunId> lent;
  for (const LeaseId& id : worker.live) {
    const HeldLease* held = leases.Find(id);
    view.pairs_lent += static_cast<int>(held->remaining);
    lent.insert(held->lease.run);
  }
  view.runs.assign(lent.begin(), lent.end());
  if (view.pairs_lent > 0) view.run = worker.last_run;
  if (worker.session != 0) {
    view.phase = view.pairs_lent > 0 ? WorkerPhase::kPlaying : WorkerPhase::kIdle;
  }
  return view;
}

void Core::State::On(const DrainAll& event) {
  draining = event.reason.empty() ? "no reason given" : event.reason;
  for (const auto& [id, worker] : workers) {
    if (worker.session != 0) out->replies.push_back(Drain{worker.session, draining});
  }
}

}  // namespace rookery::coordinator
