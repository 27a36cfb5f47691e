// Reports: verified, counted at most once, folded, decided.
#include <algorithm>
#include <array>
#include <utility>

#include "base/check.h"
#include "base/status.h"
#include "coordinator/core/limits.h"
#include "coordinator/core/report_check.h"
#include "coordinator/core/state.h"

namespace rookery::coordinator {
namespace {

// Weight of a new measurement in a moving average.
constexpr double kNewWeight = 0.3;

double Average(double old, double fresh) {
  return old > 0 ? (1 - kNewWeight) * old + kNewWeight * fresh : fresh;
}

bool IsCounted(const RunEntry& entry, uint64_t index) {
  return entry.ledger != nullptr ? entry.ledger->IsCounted(index) : index < entry.run.totals.prefix;
}

}  // namespace

absl::StatusOr<Core::State::Verified> Core::State::Verify(const WorkerEntry& worker,
                                                          const Report& event) {
  if (event.pairs.empty() || event.pairs.size() > limits::kMaxPairsPerReport) {
    return InvalidArgument("field pairs: {} given; 1 to {} are allowed", event.pairs.size(),
                           limits::kMaxPairsPerReport);
  }
  if (!worker.info.quarantine.empty()) {
    return Error(absl::StatusCode::kPermissionDenied, "this worker is in quarantine: {}",
                 worker.info.quarantine);
  }
  const auto found = runs.find(event.run);
  if (found == runs.end()) {
    return Error(absl::StatusCode::kNotFound, "run '{}' is unknown here",
                 event.run.substr(0, limits::kMaxName));
  }
  Verified verified{&found->second, leases.Find(event.lease)};
  if (verified.held != nullptr && !Planted(PlantedFault::kForeignLease) &&
      (verified.held->lease.worker != worker.info.id || verified.held->lease.run != event.run)) {
    return Error(absl::StatusCode::kPermissionDenied, "lease '{}' is another worker's or run's",
                 event.lease);
  }
  const bool audit = verified.held != nullptr && verified.held->lease.audit;
  for (const PairResult& pair : event.pairs) {
    ROOKERY_RETURN_IF_ERROR(CheckPair(pair));
    if (!audit && IsCounted(*verified.entry, pair.index)) continue;
    if (verified.held == nullptr) {
      return Error(absl::StatusCode::kNotFound, "lease '{}' is unknown or too old",
                   event.lease.substr(0, limits::kMaxName));
    }
    if (Planted(PlantedFault::kLateReportRefused) &&
        verified.held->lease.state != LeaseState::kLive) {
      return Error(absl::StatusCode::kNotFound, "lease '{}' has expired", event.lease);
    }
    if (!verified.held->Holds(pair.index) &&
        !(Planted(PlantedFault::kUnlentPair) && pair.index < verified.entry->run.spec->max_pairs)) {
      return InvalidArgument("pair {} is not in lease '{}'", pair.index, event.lease);
    }
  }
  return verified;
}

void Core::State::On(const Report& event) {
  WorkerEntry* worker = WorkerOf(event.session);
  if (worker == nullptr) return;
  worker->info.last_seen = now;
  ReportAck ack;
  ack.session = event.session;
  ack.lease = event.lease;
  ack.sequence = event.sequence;
  const absl::StatusOr<Verified> verified = Verify(*worker, event);
  if (!verified.ok()) {
    ack.refused = Message(verified.status());
    out->replies.push_back(std::move(ack));
    return;
  }
  RunEntry& entry = *verified->entry;
  HeldLease* held = verified->held;
  if (held != nullptr && held->lease.audit) return OnAudit(*verified, worker, event);
  for (const PairResult& pair : event.pairs) {
    if (IsCounted(entry, pair.index)) {
      ++ack.duplicates;
      if (Planted(PlantedFault::kDoubleCount)) ++entry.run.totals.counted;
      if (Planted(PlantedFault::kDuplicateNotAnswered)) return;
    } else {
      CountPair(&entry, worker, event, pair);
      ++ack.counted;
    }
  }
  const bool repeat = held != nullptr && ack.counted == 0 && event.sequence == held->last_sequence;
  if (repeat) {  // its first acknowledgement was lost: the same again
    ack.counted = held->last_counted;
    ack.duplicates = held->last_duplicates;
    out->replies.push_back(std::move(ack));
    return;
  }
  if (held != nullptr) {
    held->last_sequence = event.sequence;
    held->last_counted = ack.counted;
    held->last_duplicates = ack.duplicates;
    if (ack.counted > 0) held->progressed = now;
  }
  entry.run.totals.duplicates += static_cast<uint64_t>(ack.duplicates);
  if (ack.counted > 0) {
    MeasureSpeed(&entry, worker, event);
    entry.games.Add(2 * static_cast<uint64_t>(ack.counted), now);
    out->writes.push_back(PutWorker{worker->info});
  }
  out->replies.push_back(std::move(ack));
  if (held != nullptr) FinishReport(held);
  Fold(&entry);
  MaybeCompareWorkers(&entry);
}

// What an engine did wrong, with the evidence, for the author: the first few of the run.
void Core::State::TellFaults(RunEntry* entry, const WorkerInfo& worker, const PairResult& pair) {
  const std::array<const GameRecord*, 2> games = {&pair.first, &pair.second};
  for (size_t game = 0; game < 2; ++game) {
    const GameRecord& played = *games[game];
    if (!IsForfeit(played.end) || played.detail.empty()) continue;
    if (++entry->faults_told > limits::kMaxFaultsTold) return;
    Note(*entry, "fault",
         fmt::format("pair {}, game {}: {}: {}; {}, on worker {}", pair.index, game + 1,
                     rookery::Name(played.end), played.detail,
                     LoserOf(*entry, pair.index, game, played.result),
                     worker.label.empty() ? worker.id : worker.label));
  }
}

// "lost by sf (Black)", or that nobody lost.
std::string Core::State::LoserOf(const RunEntry& entry, uint64_t pair, size_t game,
                                 GameResult result) const {
  if (result == GameResult::kDraw) return "drawn";
  const bool white_lost = result == GameResult::kBlackWins;
  const bool dev_lost = white_lost == (game == 0);
  const RunSpec& spec = *entry.run.spec;
  const EngineSpec* loser = dev_lost ? &spec.dev : &spec.base;
  if (spec.league.has_value()) {
    if (!entry.league.has_value()) return white_lost ? "lost by White" : "lost by Black";
    const Seats seats = entry.league->SeatsOf(pair);
    loser = &spec.league->engines.at(static_cast<size_t>(dev_lost ? seats.first : seats.second));
  }
  return fmt::format("lost by {} ({})", loser->name, white_lost ? "White" : "Black");
}

void Core::State::CountPair(RunEntry* entry, WorkerEntry* worker, const Report& event,
                            const PairResult& pair) {
  RunTotals& totals = entry->run.totals;
  ++totals.counted;
  const uint64_t core_ms = static_cast<uint64_t>(pair.first.elapsed_ms + pair.second.elapsed_ms) *
                           static_cast<uint64_t>(entry->run.spec->threads);
  totals.core_ms += core_ms;
  if (!IsOpen(entry->run.state)) ++totals.after_verdict;
  ++worker->info.pairs;
  worker->info.games += 2;
  worker->info.core_ms += core_ms;
  const HeldLease* held = leases.Find(event.lease);
  PairRecord record;
  record.result = pair;
  record.worker = worker->info.id;
  record.lease = event.lease;
  record.attempt = held->lease.attempt;
  record.received = now;
  if (!Planted(PlantedFault::kLostRow) || pair.index % 7 != 3) {
    out->writes.push_back(AddPair{entry->run.id, std::move(record)});
  }
  PairSummary summary = Summarise(pair);
  MaybeAudit(entry, pair, worker->info.id);
  TellFaults(entry, worker->info, pair);
  if (Planted(PlantedFault::kSwappedColours)) summary.half_points = 4 - summary.half_points;
  if (Planted(PlantedFault::kVerdictChanges) && !IsOpen(entry->run.state)) {
    ++totals.pentanomial[static_cast<size_t>(summary.half_points)];
  }
  std::vector<LeaseId> holders = entry->ledger->Count(pair.index, summary);
  if (std::find(holders.begin(), holders.end(), event.lease) == holders.end()) {
    holders.push_back(event.lease);  // a past lease delivers after all
  }
  ReleaseHolders(entry, pair.index, event.lease, holders);
  // Workers are compared by what should have one law; a league's pairs have one a pairing.
  const bool one_law = entry->run.spec->kind != RunKind::kLeague;
  if (one_law && IsOpen(entry->run.state)) Observe(entry, worker->info.id, summary.half_points);
}

// The leases that hold the counted pair needn't bring it any more. One that has nothing left to
// play is taken back, except the reporting worker's own: that one ends with its report.
void Core::State::ReleaseHolders(RunEntry* entry, uint64_t index, const LeaseId& reporting,
                                 const std::vector<LeaseId>& holders) {
  for (const LeaseId& id : holders) {
    HeldLease* held = leases.Find(id);
    const size_t before = held->remaining;
    held->MarkDone(index);
    WorkerEntry& holder = workers.at(held->lease.worker);
    if (!Planted(PlantedFault::kStaleWorker)) Touch(&holder);
    if (held->lease.state == LeaseState::kLive) entry->pairs_lent -= before - held->remaining;
    if (held->remaining > 0 || id == reporting) continue;
    if (holder.session != 0) {
      out->replies.push_back(Cancel{holder.session, id, "its pairs were played by another worker"});
    }
    ForgetLease(id);
  }
}

void Core::State::MeasureSpeed(RunEntry* entry, WorkerEntry* worker, const Report& event) {
  int64_t milliseconds = 0;
  for (const PairResult& pair : event.pairs) {
    milliseconds += pair.first.elapsed_ms + pair.second.elapsed_ms;
  }
  const double seconds = std::max(
      0.001, static_cast<double>(milliseconds) / 1000 / static_cast<double>(event.pairs.size()));
  entry->pair_seconds = Average(entry->pair_seconds, seconds);
  if (worker->timed_run != entry->run.id) {
    worker->timed_run = entry->run.id;
    worker->pair_seconds = 0;
  }
  worker->pair_seconds = Average(worker->pair_seconds, seconds);
}

void Core::State::FinishReport(HeldLease* held) {
  if (held->remaining == 0) {
    ForgetLease(held->lease.id);
  } else {
    leases.Renew(held, now + options.lease_time);
  }
}

void Core::State::Fold(RunEntry* entry) {
  if (entry->fold.has_value()) {
    const uint64_t before = entry->run.totals.prefix;
    const RunFold::Outcome outcome = entry->fold->Advance(entry->ledger.get(), &entry->run.totals,
                                                          options.planted, Listener(entry));
    if (entry->run.totals.prefix > before) {
      SaveTune(entry);
      SaveLeague(entry);
    }
    if (outcome == RunFold::Outcome::kDecided) {
      const uint64_t pairs = entry->run.totals.prefix;
      return EndRun(entry, RunAction::kFinish,
                    pairs == 1 ? "after one pair" : fmt::format("after {} pairs", pairs));
    }
    if (outcome == RunFold::Outcome::kExhausted) {
      const uint64_t pairs = entry->run.totals.prefix;
      return EndRun(
          entry, RunAction::kFinish,
          pairs == 1 ? "its one pair is counted" : fmt::format("all {} pairs are counted", pairs));
    }
    const auto limit = static_cast<uint64_t>(entry->run.spec->max_core_seconds);
    if (limit > 0 && !Planted(PlantedFault::kCostIgnored) &&
        entry->run.totals.core_ms >= 1000 * limit) {
      return EndRun(entry, RunAction::kStop,
                    fmt::format("its limit of cores' time is used up: {} s", limit));
    }
  }
  SaveRun(entry);
}

}  // namespace rookery::coordinator
