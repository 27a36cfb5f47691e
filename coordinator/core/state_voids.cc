// Voiding: pairs of a worker that isn't trusted count no more, or count again. Rows are marked,
// never deleted. An open run's totals are folded anew from its rows; an ended run's verdict stays
// and is shown as contested.
#include <algorithm>
#include <utility>

#include "base/check.h"
#include "base/plural.h"
#include "base/status.h"
#include "coordinator/core/state.h"

namespace rookery::coordinator {
namespace {

size_t Mark(bool restore, std::vector<LedgerRow>* rows) {
  size_t marked = 0;
  for (size_t i = 0; i < rows->size(); ++i) {
    LedgerRow& row = (*rows)[i];
    if (!row.of_worker || row.is_void != restore) continue;
    if (restore) {  // not where the pair has another row that counts: those come first
      const bool counted = i > 0 && (*rows)[i - 1].index == row.index && !(*rows)[i - 1].is_void;
      if (counted) continue;
    }
    row.is_void = !restore;
    ++marked;
  }
  return marked;
}

// Before the worker's rows are marked.
void ChargeLookedAt(const std::vector<LedgerRow>& rows, const RunFold& fold, RunTotals* totals) {
  const uint64_t looked = std::max(totals->looked, totals->prefix);
  stats::Pentanomial looked_at{};
  uint64_t replaced = 0;
  for (const LedgerRow& row : rows) {
    if (row.is_void || row.index >= looked) continue;
    ++looked_at[static_cast<size_t>(row.summary.half_points)];
    replaced += row.of_worker ? 1 : 0;
  }
  if (replaced > 0) fold.ChargeVoid(looked_at, replaced, totals);
}

}  // namespace

absl::Status Core::State::CheckVoid(const VoidPairs& event) const {
  const auto worker = workers.find(event.worker);
  if (!runs.contains(event.run) || worker == workers.end()) {
    return Error(absl::StatusCode::kNotFound, "run '{}' or worker '{}' is unknown",
                 event.run.substr(0, limits::kMaxName), event.worker.substr(0, limits::kMaxName));
  }
  if (runs.at(event.run).run.spec->kind == RunKind::kTune) {
    return Error(absl::StatusCode::kFailedPrecondition,
                 "run '{}' is a tune, whose pairs aren't voided; read its log without the worker: "
                 "'rookery runs estimate {} --without {}'",
                 event.run, event.run, event.worker);
  }
  if (!event.restore && !event.quarantine && worker->second.info.quarantine.empty()) {
    return Error(absl::StatusCode::kFailedPrecondition,
                 "worker '{}' is not in quarantine; put it there first, or it goes on",
                 event.worker);
  }
  return absl::OkStatus();
}

void Core::State::On(const VoidPairs& event) {
  if (const absl::Status status = CheckVoid(event); !status.ok()) {
    out->replies.push_back(ErrorReply{event.token, status});
    return;
  }
  RunEntry& entry = runs.at(event.run);
  WorkerEntry& worker = workers.at(event.worker);
  if (event.quarantine && worker.info.quarantine.empty()) Quarantine(&worker, event.reason);
  if (event.settles.has_value()) {
    const auto audit = entry.audits.find(*event.settles);
    if (audit != entry.audits.end()) {
      audit->second.audit.state = AuditState::kSettled;
      out->writes.push_back(PutAudit{audit->second.audit});
      entry.audits.erase(audit);
    }
  }
  std::vector<LedgerRow> rows = event.rows;
  if (!event.restore && IsOpen(entry.run.state))
    ChargeLookedAt(rows, *entry.fold, &entry.run.totals);
  const size_t marked = Mark(event.restore, &rows);
  if (marked > 0) {
    ForgetLeasesOf(&entry, event.worker);
    out->writes.push_back(MarkPairs{event.run, event.worker, !event.restore});
    Note(entry, event.restore ? "restored" : "voided",
         fmt::format("{} of {} ({}){}{}", Counted(marked, "pair"), worker.info.label, event.worker,
                     event.reason.empty() ? "" : ": ", event.reason.substr(0, limits::kMaxReason)),
         event.by);
    if (Planted(PlantedFault::kVoidNotFolded)) {
      SaveRun(&entry);
    } else if (IsOpen(entry.run.state)) {
      Rebuild(&entry, rows);
    } else {
      Contest(&entry, rows);
    }
  }
  if (event.token != 0) out->replies.push_back(RunReply{event.token, event.run, false});
}

// A report that was voided must not come in again as a late one.
void Core::State::ForgetLeasesOf(RunEntry* entry, const WorkerId& worker) {
  std::vector<LeaseId> theirs;
  for (const auto& [id, held] : leases.all()) {
    if (held.lease.run == entry->run.id && held.lease.worker == worker) theirs.push_back(id);
  }
  for (const LeaseId& id : theirs) {
    HeldLease* held = leases.Find(id);
    if (held->lease.state == LeaseState::kLive) EndLease(held, LeaseState::kCancelled);
    if (leases.Find(id) != nullptr) ForgetLease(id);
  }
  // Its audits fall with its rows.
  std::erase_if(entry->audits, [&](const auto& one) {
    return one.second.audit.first == worker || one.second.audit.second == worker;
  });
}

// What other workers hold: pairs of theirs that were counted may be missing again, and the reverse.
void Core::State::LendAnew(RunEntry* entry) {
  for (auto& [id, held] : leases.all()) {
    if (held.lease.run != entry->run.id || held.lease.audit) continue;
    const bool live = held.lease.state == LeaseState::kLive;
    if (live) Touch(&workers.at(held.lease.worker));
    if (live) entry->pairs_lent -= held.remaining;
    held.remaining = 0;
    for (size_t i = 0; i < held.lease.pairs.size(); ++i) {
      held.done[i] = entry->ledger->IsCounted(held.lease.pairs[i]);
      if (!held.done[i]) ++held.remaining;
    }
    if (live) {
      entry->pairs_lent += held.remaining;
      entry->ledger->Lend(held.lease, options.lease_time);
    } else {
      entry->ledger->NotePast(held.lease);
    }
  }
}

void Core::State::Rebuild(RunEntry* entry, const std::vector<LedgerRow>& rows) {
  RunTotals& totals = entry->run.totals;
  totals.prefix = totals.games = totals.plies = totals.counted = totals.voided = 0;
  totals.pentanomial = {};
  totals.ends.clear();
  totals.dev_lost.clear();
  totals.llr = 0;
  totals.verdict = stats::Verdict::kUndecided;
  totals.overshoot = totals.overshoot.Anew();
  entry->ledger = std::make_unique<RunLedger>(0, entry->run.spec->max_pairs);
  if (entry->league.has_value()) entry->league = entry->league->Anew();
  RunFold::Outcome outcome = RunFold::Outcome::kOpen;
  for (const LedgerRow& row : rows) {
    if (row.is_void) {
      ++totals.voided;
      continue;
    }
    ++totals.counted;
    entry->ledger->Count(row.index, row.summary);
    if (outcome == RunFold::Outcome::kOpen) {
      outcome =
          entry->fold->Advance(entry->ledger.get(), &totals, PlantedFault::kNone, Listener(entry));
    }
  }
  SaveLeague(entry);
  LendAnew(entry);
  entry->by_worker.clear();
  entry->brought = 0;
  entry->next_look = limits::kFirstResidualLook;
  wake = true;
  if (outcome == RunFold::Outcome::kOpen) return SaveRun(entry);
  EndRun(entry, RunAction::kFinish,
         totals.prefix == 1
             ? "after one pair, when others had been voided"
             : fmt::format("after {} pairs, when others had been voided", totals.prefix));
}

// The verdict belongs to the ledger as it was. What the rest says is told beside it.
void Core::State::Contest(RunEntry* entry, const std::vector<LedgerRow>& rows) {
  RunTotals& totals = entry->run.totals;
  totals.counted = totals.voided = totals.after_verdict = totals.contested = 0;
  stats::Pentanomial rest{};
  std::optional<uint64_t> counted_last;
  for (const LedgerRow& row : rows) {
    if (row.is_void) {
      ++totals.voided;
      if (row.index < totals.prefix && counted_last != row.index) ++totals.contested;
      continue;
    }
    ++totals.counted;
    counted_last = row.index;
    if (row.index >= totals.prefix) {
      ++totals.after_verdict;
    } else {
      ++rest[static_cast<size_t>(row.summary.half_points)];
    }
  }
  SaveRun(entry);
  if (totals.contested == 0) return;
  std::string says = "the verdict stands as it was taken";
  if (entry->run.spec->sprt.has_value()) {
    const absl::StatusOr<stats::Sprt> sprt = stats::Sprt::Create(*entry->run.spec->sprt);
    ROOKERY_CHECK(sprt.ok());
    says = fmt::format("the verdict was taken at LLR {:.2f}; the rest alone gives {:.2f}",
                       totals.llr, sprt->Llr(rest));
  }
  Note(*entry, "contested", fmt::format("{} of its pairs are void; {}", totals.contested, says));
}

}  // namespace rookery::coordinator
