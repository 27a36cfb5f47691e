// Building the state from what the store holds.
#include <utility>

#include "base/check.h"
#include "coordinator/core/limits.h"
#include "coordinator/core/state.h"

namespace rookery::coordinator {

void Core::State::Restore(LoadedState loaded) {
  for (WorkerInfo& worker : loaded.workers) {
    const WorkerId id = worker.id;
    WorkerEntry& entry = workers[id];
    entry.info = std::move(worker);
    Touch(&entry);
  }
  for (ArtifactInfo& artifact : loaded.artifacts) {
    const std::string sha256 = artifact.sha256;
    artifacts[sha256] = std::move(artifact);
  }
  for (NamedEngine& engine : loaded.engines) {
    const std::string name = engine.name;
    engine_names[name] = std::move(engine);
  }
  fits = std::move(loaded.fits);
  for (TokenRecord& token : loaded.tokens) ROOKERY_CHECK(tokens.Add(std::move(token)).ok());
  for (Run& run : loaded.runs) RestoreRun(std::move(run));
  RestoreTunes(loaded);
  RestoreLeagues(loaded);
  for (const Lease& lease : loaded.leases) KeepLedger(&runs.at(lease.run));
  for (const LoadedState::OpenPair& pair : loaded.open_pairs) KeepLedger(&runs.at(pair.run));
  if (Planted(PlantedFault::kPairsLostAtStart)) loaded.open_pairs.clear();
  if (Planted(PlantedFault::kLeasesLostAtStart)) loaded.leases.clear();
  for (const LoadedState::OpenPair& pair : loaded.open_pairs) {
    RunEntry& entry = runs.at(pair.run);
    if (entry.ledger->IsCounted(pair.index)) continue;
    entry.ledger->Count(pair.index, pair.summary);
  }
  for (Audit& audit : loaded.audits) {
    RunEntry& entry = runs.at(audit.run);
    if (!IsOpen(entry.run.state)) continue;
    const uint64_t pair = audit.pair;
    entry.audits[pair] = {std::move(audit), ""};
  }
  for (Lease& lease : loaded.leases) RestoreLease(std::move(lease));
}

// An ended run has its ledger for as long as something may still be reported to it.
void Core::State::KeepLedger(RunEntry* entry) {
  if (entry->ledger != nullptr) return;
  entry->ledger = std::make_unique<RunLedger>(entry->run.totals.prefix, entry->run.spec->max_pairs);
  closing.emplace(entry->run.ended, entry->run.id);
}

void Core::State::RestoreRun(Run run) {
  const RunId id = run.id;
  if (!Planted(PlantedFault::kRequestIdForgotten)) by_request.emplace(run.request_id, id);
  order.push_back(id);
  changed.insert(id);
  RunEntry& entry = runs[id];
  entry.run = std::move(run);
  if (Planted(PlantedFault::kVoidCostLost)) entry.run.totals.apart = 0;
  if (!IsOpen(entry.run.state)) return;
  open.insert(id);
  // The spec was checked when the run was made.
  absl::StatusOr<RunFold> fold = RunFold::Create(*entry.run.spec);
  ROOKERY_CHECK(fold.ok());
  entry.fold = *std::move(fold);
  const bool tune = entry.run.spec->kind == RunKind::kTune;
  entry.ledger =
      std::make_unique<RunLedger>(entry.run.totals.prefix, entry.run.spec->max_pairs,
                                  tune ? limits::kMaxCandidatesAhead : limits::kMaxPairsAhead);
}

void Core::State::RestoreLease(Lease lease) {
  RunEntry& entry = runs.at(lease.run);
  // Workers could not renew while we were away: a full term from now on.
  if (lease.state == LeaseState::kLive) lease.expires = now + options.lease_time;
  HeldLease& held = leases.Insert(std::move(lease));
  ++entry.leases;
  for (const uint64_t pair : held.lease.pairs) {
    const bool done =
        held.lease.audit ? !entry.audits.contains(pair) : entry.ledger->IsCounted(pair);
    if (done) held.MarkDone(pair);
  }
  if (held.lease.state == LeaseState::kLive) {
    Attach(&entry, &held);
  } else if (!held.lease.audit) {
    entry.ledger->NotePast(held.lease);
  }
}

}  // namespace rookery::coordinator
