// Audits by replay: a share of the counted pairs is lent once more, to another worker, which isn't
// told. Games of fixed nodes or depth come out the same, bit for bit; where they don't, a third
// worker's games say who was wrong.
#include <algorithm>
#include <utility>

#include "base/check.h"
#include "base/status.h"
#include "coordinator/core/limits.h"
#include "coordinator/core/state.h"

namespace rookery::coordinator {
namespace {

// Only limits that no clock has a part in give the same games everywhere.
bool Replayable(const RunSpec& spec) {
  const std::vector<const EngineSpec*> players = spec.Players();
  return spec.threads == 1 && std::none_of(players.begin(), players.end(), [&](const auto* one) {
           return spec.LimitsOf(*one).timed();
         });
}

std::string DigestOf(const PairResult& pair) { return pair.first.digest + pair.second.digest; }

}  // namespace

// Which pairs are audited is drawn when they come in, so that nobody knows it beforehand.
void Core::State::MaybeAudit(RunEntry* entry, const PairResult& pair, const WorkerId& worker) {
  const RunSpec& spec = *entry->run.spec;
  if (spec.audit_share <= 0 || !Replayable(spec) || !IsOpen(entry->run.state)) return;
  if (AnyUci(spec)) return;
  if (entry->audits.size() >= limits::kMaxAudits || !rng.Chance(spec.audit_share)) return;
  Audit audit;
  audit.run = entry->run.id;
  audit.pair = pair.index;
  audit.first = worker;
  audit.digest = DigestOf(pair);
  out->writes.push_back(PutAudit{audit});
  entry->audits[pair.index] = {std::move(audit), ""};
  wake = true;
}

std::vector<uint64_t> Core::State::AuditsFor(const RunEntry& entry, const WorkerId& worker,
                                             size_t most) const {
  std::vector<uint64_t> pairs;
  for (const auto& [index, one] : entry.audits) {
    if (pairs.size() >= most) break;
    if (!one.out.empty() || one.audit.first == worker || one.audit.second == worker) continue;
    pairs.push_back(index);
  }
  return pairs;
}

void Core::State::LendAudits(RunEntry* entry, const Lease& lease) {
  for (const uint64_t pair : lease.pairs) {
    const auto found = entry->audits.find(pair);
    if (found != entry->audits.end()) found->second.out = lease.id;
  }
}

void Core::State::ReturnAudit(RunEntry* entry, uint64_t pair, const LeaseId& lease) {
  const auto found = entry->audits.find(pair);
  if (found != entry->audits.end() && found->second.out == lease) found->second.out.clear();
}

void Core::State::OnAudit(const Verified& verified, WorkerEntry* worker, const Report& event) {
  RunEntry* entry = verified.entry;
  HeldLease* held = verified.held;
  ReportAck ack;
  ack.session = event.session;
  ack.lease = event.lease;
  ack.sequence = event.sequence;
  if (event.sequence == held->last_sequence) {  // its acknowledgement was lost
    ack.counted = held->last_counted;
    ack.duplicates = held->last_duplicates;
    out->replies.push_back(std::move(ack));
    return;
  }
  for (const PairResult& pair : event.pairs) {
    const size_t before = held->remaining;
    held->MarkDone(pair.index);
    if (held->remaining == before) {
      ++ack.duplicates;
      continue;
    }
    ++ack.counted;
    if (held->lease.state == LeaseState::kLive) --entry->pairs_lent;
    if (Planted(PlantedFault::kAuditCountsAgain)) ++entry->run.totals.counted;
    Compare(entry, pair, worker->info.id);
  }
  held->last_sequence = event.sequence;
  held->last_counted = ack.counted;
  held->last_duplicates = ack.duplicates;
  if (ack.counted > 0) held->progressed = now;
  out->replies.push_back(std::move(ack));
  FinishReport(held);
  SaveRun(entry);
}

void Core::State::Compare(RunEntry* entry, const PairResult& pair, const WorkerId& worker) {
  const auto found = entry->audits.find(pair.index);
  if (found == entry->audits.end()) return;  // settled meanwhile
  Audit& audit = found->second.audit;
  found->second.out.clear();
  if (audit.first == worker || audit.second == worker) return;
  const std::string digest = DigestOf(pair);
  if (audit.state == AuditState::kDisputed) return Settle(entry, audit, digest);
  if (digest == audit.digest) {
    ++entry->run.totals.audits_agreed;
    audit.state = AuditState::kAgreed;
    out->writes.push_back(PutAudit{audit});
    entry->audits.erase(found);
    return;
  }
  audit.state = AuditState::kDisputed;
  audit.second = worker;
  audit.second_digest = digest;
  wake = true;
  out->writes.push_back(PutAudit{audit});
  Note(*entry, "audit",
       fmt::format("pair {}: {} and {} played different games; a third decides", pair.index,
                   audit.first, worker));
}

void Core::State::Settle(RunEntry* entry, Audit audit, const std::string& third) {
  ++entry->run.totals.audits_disagreed;
  if (third != audit.digest && third != audit.second_digest) {
    Note(*entry, "audit",
         fmt::format("pair {}: three workers played three different games; nobody is blamed",
                     audit.pair));
    audit.state = AuditState::kSettled;
    entry->audits.erase(audit.pair);
    out->writes.push_back(PutAudit{std::move(audit)});
    return;
  }
  // Quarantine, voids and the audit's end are one step of their own, after the rows were read. If
  // the process dies before it, the audit is still disputed and is played again.
  VoidPairs wrong;
  wrong.run = entry->run.id;
  const bool second_is_wrong = (third == audit.digest) != Planted(PlantedFault::kAuditBlamesHonest);
  wrong.worker = second_is_wrong ? audit.second : audit.first;
  wrong.reason = fmt::format("pair {} of run {}: two other workers played other games, alike",
                             audit.pair, entry->run.id);
  wrong.quarantine = true;
  wrong.settles = audit.pair;
  out->next.push_back(std::move(wrong));
}

}  // namespace rookery::coordinator
