// Leases: lent, refused, expired, forgotten.
#include <algorithm>
#include <utility>

#include "base/check.h"
#include "base/ids.h"
#include "base/status.h"
#include "coordinator/core/lease_size.h"
#include "coordinator/core/limits.h"
#include "coordinator/core/state.h"

namespace rookery::coordinator {

double Core::State::PairSeconds(const WorkerEntry& worker, const RunEntry& entry) const {
  if (worker.timed_run == entry.run.id && worker.pair_seconds > 0) return worker.pair_seconds;
  return entry.pair_seconds;
}

RunLedger::Request Core::State::AskFor(const WorkerEntry& worker, size_t most) const {
  const bool early = Planted(PlantedFault::kLentTwiceTooEarly);
  return {most, worker.info.id, early ? absl::InfiniteFuture() : now, options.lend_twice_after};
}

std::vector<Core::State::Offer> Core::State::OffersFor(const WorkerEntry& worker) {
  std::vector<Offer> offers;
  for (const RunId& id : open) {
    RunEntry& entry = runs.at(id);
    if (entry.run.state != RunState::kActive && !Planted(PlantedFault::kPausedRunsLend)) continue;
    if (Unable(entry, worker.info.id)) continue;
    if (entry.run.spec->kind == RunKind::kTune && entry.tuner == nullptr) continue;
    if (entry.run.spec->kind == RunKind::kLeague && !entry.league.has_value()) continue;
    const uint64_t available =
        entry.ledger->Available(AskFor(worker, static_cast<size_t>(limits::kMaxPairsPerLease)));
    std::vector<uint64_t> audits =
        AuditsFor(entry, worker.info.id, static_cast<size_t>(std::max(1, worker.info.slots)));
    if (available > 0 || !audits.empty()) offers.push_back({&entry, available, std::move(audits)});
  }
  return offers;
}

std::vector<RunDemand> Core::State::DemandsOf(const std::vector<Offer>& offers) const {
  std::vector<RunDemand> demands;
  demands.reserve(offers.size());
  for (const Offer& offer : offers) {
    const auto owner = owners.find(offer.entry->run.spec->owner);
    demands.push_back({&offer.entry->run, offer.available + offer.audits.size(),
                       offer.entry->usage.At(now),
                       owner == owners.end() ? 0 : owner->second.At(now)});
  }
  return demands;
}

bool Core::State::Unable(const RunEntry& entry, const WorkerId& worker) const {
  const auto found = entry.unable.find(worker);
  return found != entry.unable.end() && now - found->second < limits::kUnableFor;
}

void Core::State::Charge(RunEntry* entry, double slot_seconds) {
  entry->usage.Add(slot_seconds, now);
  owners[entry->run.spec->owner].Add(slot_seconds, now);
}

std::string Core::State::WhyNotNow(const WorkerEntry& worker) const {
  if (!draining.empty()) return "the coordinator is shutting down";
  if (!worker.info.quarantine.empty() && !Planted(PlantedFault::kQuarantineLends)) {
    return fmt::format("this worker is in quarantine: {}", worker.info.quarantine);
  }
  if (!worker.info.drained.empty()) {
    return fmt::format("this worker is drained: {}", worker.info.drained);
  }
  if (worker.live.size() >= limits::kMaxLeasesPerWorker) {
    return fmt::format("{} leases are out already; no more are lent at a time", worker.live.size());
  }
  return "";
}

std::string Core::State::WhyNothing(const WorkerEntry& worker) const {
  if (open.empty()) return "no run is active";
  const bool any_active = std::any_of(open.begin(), open.end(), [&](const RunId& id) {
    return runs.at(id).run.state == RunState::kActive;
  });
  if (!any_active) return "every open run is paused or waits for approval";
  const bool any_unable = std::any_of(open.begin(), open.end(), [&](const RunId& id) {
    return Unable(runs.at(id), worker.info.id);
  });
  if (any_unable) return "this worker said lately that it can't play what there is to play";
  return "all pairs of the active runs are lent; their results are awaited";
}

void Core::State::On(const LeaseRequest& event) {
  WorkerEntry* worker = WorkerOf(event.session);
  if (worker == nullptr) return;
  worker->info.last_seen = now;
  if (!worker->info.quarantine.empty()) {
    JudgeBuild(worker);
    if (worker->info.quarantine.empty()) out->writes.push_back(PutWorker{worker->info});
  }
  if (std::string why = WhyNotNow(*worker); !why.empty()) {
    return Refuse(worker, event, std::move(why));
  }
  const std::vector<Offer> offers = OffersFor(*worker);
  if (offers.empty()) return Refuse(worker, event, WhyNothing(*worker));
  const Choice choice = policy->Choose(DemandsOf(offers), {&worker->info, worker->last_run}, rng);
  if (!choice.demand.has_value()) return Refuse(worker, event, choice.reason);
  Grant(worker, offers.at(*choice.demand), event);
}

void Core::State::Refuse(WorkerEntry* worker, const LeaseRequest& event, std::string reason) {
  worker->idle_reason = reason;
  waiting.insert(event.session);
  worker->last_request = event.request;
  // Longer and longer, since new work is announced (WakeIdle); while results are awaited only up
  // to where a pair that becomes overdue is still lent again in good time. Spread, so that workers
  // which became idle together don't come back together.
  const absl::Duration most = open.empty() ? limits::kMaxIdleRetry : 4 * options.retry_idle;
  const absl::Duration usual =
      std::min(most, options.retry_idle * (1 << std::min(worker->refusals++, 10)));
  const double milliseconds = absl::ToDoubleMilliseconds(usual) * (0.75 + 0.5 * rng.Uniform());
  out->replies.push_back(
      NoWork{event.session, event.request, std::move(reason), static_cast<int>(milliseconds)});
}

// Tells those who wait that it is worth asking again, spread so that a great fleet doesn't ask at
// once. The same message as the refusal: whoever misses it asks when its time has come.
void Core::State::WakeIdle() {
  wake = false;
  const double spread_ms = 1000.0 * static_cast<double>(waiting.size()) / limits::kWakesPerSecond;
  for (const SessionId session : waiting) {
    const auto found = sessions.find(session);
    if (found == sessions.end()) continue;
    WorkerEntry& worker = workers.at(found->second);
    worker.refusals = 0;
    out->replies.push_back(NoWork{session, worker.last_request, "there is new work",
                                  static_cast<int>(1 + spread_ms * rng.Uniform())});
  }
  waiting.clear();
}

void Core::State::Grant(WorkerEntry* worker, const Offer& offer, const LeaseRequest& event) {
  RunEntry& entry = *offer.entry;
  const bool on_it_already = entry.workers.contains(worker->info.id);
  LeaseSizeInput size;
  const std::optional<TuneSpec>& tune = entry.run.spec->tune;
  size.asked = std::min(event.max_pairs, MostPairs(tune ? tune->parameters.size() : 0));
  size.slots = GamesAtOnce(*entry.run.spec, worker->info);
  size.pair_seconds = PairSeconds(*worker, entry);
  size.target = options.lease_target;
  size.available = offer.available;
  const double busy = entry.slots_busy + (on_it_already ? 0 : worker->info.slots);
  size.fleet_slots = busy / entry.run.spec->threads;
  // Audits first: they are few, and a liar found early costs least.
  const bool audit = !offer.audits.empty();
  RunLedger::Loan loan;
  if (audit) {
    loan.pairs = offer.audits;
  } else {
    loan = entry.ledger->Choose(AskFor(*worker, static_cast<size_t>(LeaseSize(size))));
  }
  ROOKERY_CHECK(!loan.pairs.empty());
  Lease lease = MakeLease(*worker, entry, std::move(loan));
  lease.audit = audit;
  HeldLease& held = leases.Insert(lease);
  ++entry.leases;
  Attach(&entry, &held);
  if (Planted(PlantedFault::kLentTwice) && !audit) entry.ledger->Return(lease.pairs[0], lease.id);
  worker->last_run = entry.run.id;
  worker->idle_reason.clear();
  worker->refusals = 0;
  waiting.erase(event.session);
  const double seconds =
      size.pair_seconds > 0
          ? size.pair_seconds * static_cast<double>(lease.pairs.size()) * entry.run.spec->threads
          : absl::ToDoubleSeconds(options.lease_target) * worker->info.slots;
  Charge(&entry, seconds);
  out->writes.push_back(PutLease{lease});

  LeaseGrant grant;
  grant.candidates = CandidatesOf(&entry, lease.pairs);
  grant.seats = SeatsFor(entry, lease.pairs);
  grant.session = event.session;
  grant.request = event.request;
  grant.lease = std::move(lease);
  grant.expires_in_seconds = static_cast<int>(absl::ToInt64Seconds(options.lease_time));
  grant.spec = entry.run.spec;
  grant.run_seed = entry.run.seed;
  grant.book_lines = entry.run.book_lines;
  out->replies.push_back(std::move(grant));
}

Lease Core::State::MakeLease(const WorkerEntry& worker, const RunEntry& entry,
                             RunLedger::Loan loan) {
  Lease lease;
  do {
    lease.id = RandomId(rng);
  } while (leases.Find(lease.id) != nullptr);
  lease.run = entry.run.id;
  lease.worker = worker.info.id;
  lease.pairs = std::move(loan.pairs);
  lease.attempt = loan.attempt;
  lease.granted = now;
  lease.expires = now + options.lease_time;
  return lease;
}

void Core::State::Attach(RunEntry* entry, HeldLease* held) {
  WorkerEntry& worker = workers.at(held->lease.worker);
  const double pair_seconds = PairSeconds(worker, *entry);
  const int slots = std::max(1, worker.info.slots);
  const int games = GamesAtOnce(*entry->run.spec, worker.info);
  const absl::Duration expected =
      pair_seconds > 0
          ? absl::Seconds(pair_seconds * (1 + static_cast<double>(held->remaining) / games))
          : options.lease_time;
  held->progressed = now;
  held->stall_limit = pair_seconds > 0
                          ? std::max(limits::kMinStall, limits::kStallFactor * expected)
                          : limits::kUnknownStall;
  if (held->lease.audit) {
    LendAudits(entry, held->lease);
  } else {
    entry->ledger->Lend(held->lease, expected);
  }
  entry->pairs_lent += held->remaining;
  worker.live.insert(held->lease.id);
  Touch(&worker);
  RunEntry::Playing& playing = entry->workers[held->lease.worker];
  if (playing.leases++ == 0) {
    playing.slots = slots;
    entry->slots_busy += slots;
  }
  ++entry->revision;
  changed.insert(entry->run.id);
}

// The live lease stops counting as work that is under way.
void Core::State::Detach(RunEntry* entry, const HeldLease& held) {
  entry->pairs_lent -= held.remaining;
  WorkerEntry& worker = workers.at(held.lease.worker);
  worker.live.erase(held.lease.id);
  Touch(&worker);
  const auto playing = entry->workers.find(held.lease.worker);
  ROOKERY_CHECK(playing != entry->workers.end());
  if (--playing->second.leases == 0) {
    entry->slots_busy -= playing->second.slots;
    entry->workers.erase(playing);
  }
  ++entry->revision;
  changed.insert(entry->run.id);
}

void Core::State::EndLease(HeldLease* held, LeaseState state) {
  RunEntry& entry = runs.at(held->lease.run);
  for (size_t i = 0; i < held->lease.pairs.size(); ++i) {
    if (Planted(PlantedFault::kExpiredNotLentAgain)) break;
    if (held->done[i]) continue;
    if (held->lease.audit) {
      ReturnAudit(&entry, held->lease.pairs[i], held->lease.id);
    } else {
      entry.ledger->Return(held->lease.pairs[i], held->lease.id);
    }
  }
  wake = wake || held->remaining > 0;
  if (held->remaining == 0) return ForgetLease(held->lease.id);
  Detach(&entry, *held);
  leases.End(held, state, now);
  out->writes.push_back(PutLease{held->lease});
}

void Core::State::ForgetLease(const LeaseId& id) {
  HeldLease* held = leases.Find(id);
  ROOKERY_CHECK(held != nullptr);
  RunEntry& entry = runs.at(held->lease.run);
  if (held->lease.state == LeaseState::kLive) Detach(&entry, *held);
  out->writes.push_back(DropLease{id});
  leases.Erase(id);
  --entry.leases;
}

void Core::State::On(const Tick&) {
  if (Planted(PlantedFault::kExpiryIgnored)) return;
  for (const LeaseId& id : leases.DueForExpiry(now)) {
    EndLease(leases.Find(id), LeaseState::kExpired);
  }
  for (const LeaseId& id : leases.DueForErasure(now)) ForgetLease(id);
  PauseOverQuota();
  EndContests();
  if (wake) WakeIdle();
  while (!closing.empty() && closing.begin()->first + limits::kLateReports <= now) {
    RunEntry& entry = runs.at(closing.begin()->second);
    if (entry.leases > 0) break;  // these go first
    entry.ledger.reset();
    closing.erase(closing.begin());
  }
}

}  // namespace rookery::coordinator
