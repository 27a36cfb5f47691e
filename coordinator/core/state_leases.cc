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
    const uint64_t available =
        entry.ledger->Available(AskFor(worker, static_cast<size_t>(limits::kMaxPairsPerLease)));
    if (available > 0) offers.push_back({&entry, available});
  }
  return offers;
}

std::string Core::State::WhyNothing() const {
  if (open.empty()) return "no run is active";
  const bool any_active = std::any_of(open.begin(), open.end(), [&](const RunId& id) {
    return runs.at(id).run.state == RunState::kActive;
  });
  if (!any_active) return "every open run is paused";
  return "all pairs of the active runs are lent; their results are awaited";
}

void Core::State::On(const LeaseRequest& event) {
  WorkerEntry* worker = WorkerOf(event.session);
  if (worker == nullptr) return;
  worker->info.last_seen = now;
  if (!draining.empty()) return Refuse(worker, event, "the coordinator is shutting down");
  if (worker->live.size() >= limits::kMaxLeasesPerWorker) {
    return Refuse(
        worker, event,
        fmt::format("{} leases are out already; no more are lent at a time", worker->live.size()));
  }
  const std::vector<Offer> offers = OffersFor(*worker);
  if (offers.empty()) return Refuse(worker, event, WhyNothing());
  std::vector<RunDemand> demands;
  for (const Offer& offer : offers) {
    demands.push_back({&offer.entry->run, offer.available, offer.entry->slots_busy});
  }
  const Choice choice = policy->Choose(demands, {&worker->info, worker->last_run}, rng);
  if (!choice.demand.has_value()) return Refuse(worker, event, choice.reason);
  Grant(worker, offers.at(*choice.demand), event);
}

void Core::State::Refuse(WorkerEntry* worker, const LeaseRequest& event, std::string reason) {
  worker->idle_reason = reason;
  // Spread, so that workers which became idle together don't come back together.
  const double milliseconds =
      absl::ToDoubleMilliseconds(options.retry_idle) * (0.75 + 0.5 * rng.Uniform());
  out->replies.push_back(
      NoWork{event.session, event.request, std::move(reason), static_cast<int>(milliseconds)});
}

void Core::State::Grant(WorkerEntry* worker, const Offer& offer, const LeaseRequest& event) {
  RunEntry& entry = *offer.entry;
  const bool on_it_already = entry.workers.contains(worker->info.id);
  LeaseSizeInput size;
  size.asked = event.max_pairs;
  size.slots = worker->info.slots;
  size.pair_seconds = PairSeconds(*worker, entry);
  size.target = options.lease_target;
  size.available = offer.available;
  size.fleet_slots = entry.slots_busy + (on_it_already ? 0 : worker->info.slots);
  RunLedger::Loan loan =
      entry.ledger->Choose(AskFor(*worker, static_cast<size_t>(LeaseSize(size))));
  ROOKERY_CHECK(!loan.pairs.empty());

  Lease lease;
  do {
    lease.id = RandomId(rng);
  } while (leases.Find(lease.id) != nullptr);
  lease.run = entry.run.id;
  lease.worker = worker->info.id;
  lease.pairs = std::move(loan.pairs);
  lease.attempt = loan.attempt;
  lease.granted = now;
  lease.expires = now + options.lease_time;
  HeldLease& held = leases.Insert(lease);
  ++entry.leases;
  Attach(&entry, &held);
  if (Planted(PlantedFault::kLentTwice)) entry.ledger->Return(lease.pairs[0], lease.id);
  worker->last_run = entry.run.id;
  worker->idle_reason.clear();
  out->writes.push_back(PutLease{lease});

  LeaseGrant grant;
  grant.session = event.session;
  grant.request = event.request;
  grant.lease = std::move(lease);
  grant.expires_in_seconds = static_cast<int>(absl::ToInt64Seconds(options.lease_time));
  grant.spec = entry.run.spec;
  grant.run_seed = entry.run.seed;
  grant.book_lines = entry.run.book_lines;
  out->replies.push_back(std::move(grant));
}

void Core::State::Attach(RunEntry* entry, HeldLease* held) {
  WorkerEntry& worker = workers.at(held->lease.worker);
  const double pair_seconds = PairSeconds(worker, *entry);
  const int slots = std::max(1, worker.info.slots);
  const absl::Duration expected =
      pair_seconds > 0
          ? absl::Seconds(pair_seconds * (1 + static_cast<double>(held->remaining) / slots))
          : options.lease_time;
  held->progressed = now;
  held->stall_limit = pair_seconds > 0
                          ? std::max(limits::kMinStall, limits::kStallFactor * expected)
                          : limits::kUnknownStall;
  entry->ledger->Lend(held->lease, expected);
  entry->pairs_lent += held->remaining;
  worker.live.insert(held->lease.id);
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
  workers.at(held.lease.worker).live.erase(held.lease.id);
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
    if (!held->done[i]) entry.ledger->Return(held->lease.pairs[i], held->lease.id);
  }
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
  while (!closing.empty() && closing.begin()->first + limits::kLateReports <= now) {
    RunEntry& entry = runs.at(closing.begin()->second);
    if (entry.leases > 0) break;  // these go first
    entry.ledger.reset();
    closing.erase(closing.begin());
  }
}

}  // namespace rookery::coordinator
