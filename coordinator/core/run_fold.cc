#include "coordinator/core/run_fold.h"

#include <algorithm>
#include <array>

#include "base/status.h"
#include "coordinator/stats/replaced_pairs.h"

namespace rookery::coordinator {

namespace {

void AddEnds(const PairSummary& pair, RunTotals* totals) {
  const std::array<int, 2> points = {pair.first_points, pair.half_points - pair.first_points};
  for (size_t game = 0; game < 2; ++game) {
    const GameEnd end = pair.ends[game];
    ++totals->ends[end];
    if (IsForfeit(end) && points[game] == 0) ++totals->dev_lost[end];
  }
}

}  // namespace

absl::StatusOr<RunFold> RunFold::Create(const RunSpec& spec) {
  std::optional<stats::Sprt> sprt;
  if (spec.sprt.has_value()) {
    ROOKERY_ASSIGN_OR_RETURN(sprt, stats::Sprt::Create(*spec.sprt));
  }
  return RunFold(sprt, spec.decide_every, spec.max_pairs);
}

void RunFold::Look(uint64_t every, RunTotals* totals) const {
  const stats::Sprt sprt = sprt_->WithBoundsApart(totals->apart);
  totals->llr = sprt.Llr(totals->pentanomial);
  if (every == 1) {  // no batch, next to no excess
    totals->verdict = sprt.Decide(totals->llr);
    return;
  }
  const auto batch = static_cast<int64_t>(every);
  stats::Overshoot overshoot(batch, totals->overshoot);
  overshoot.Update(static_cast<int64_t>(totals->prefix), totals->llr);
  totals->verdict =
      overshoot.Decide(sprt, totals->llr, stats::MostDrawnIn(sprt, totals->pentanomial, batch));
  totals->overshoot = overshoot.state();
}

void RunFold::ChargeVoid(const stats::Pentanomial& looked_at, uint64_t replaced,
                         RunTotals* totals) const {
  totals->looked = std::max(totals->looked, totals->prefix);
  if (!sprt_.has_value()) return;
  totals->apart += stats::PriceOfReplacing(*sprt_, looked_at, static_cast<int64_t>(replaced),
                                           static_cast<int64_t>(totals->looked));
}

RunFold::Outcome RunFold::Advance(RunLedger* ledger, RunTotals* totals, PlantedFault planted,
                                  const OnFolded& folded) const {
  bool moved = false;
  const bool by_arrival = planted == PlantedFault::kVerdictByArrival ||
                          (planted == PlantedFault::kSkippedFront && ledger->beyond() > 3);
  const uint64_t every = planted == PlantedFault::kVerdictBetweenLooks ? 1 : every_;
  const uint64_t size = planted == PlantedFault::kEndsEarly ? size_ - 1 : size_;
  while (const std::optional<PairSummary> pair =
             by_arrival ? ledger->TakeFirst() : ledger->TakeConsecutive()) {
    moved = true;
    if (folded) folded(totals->prefix, *pair);
    ++totals->prefix;
    ++totals->pentanomial[static_cast<size_t>(pair->half_points)];
    totals->games += 2;
    totals->plies += pair->plies;
    AddEnds(*pair, totals);
    const bool look = totals->prefix % every == 0 || totals->prefix == size;
    if (!look || !sprt_.has_value()) continue;
    Look(every, totals);
    if (totals->verdict != stats::Verdict::kUndecided) return Outcome::kDecided;
  }
  // Between two looks the figure is shown all the same; it just decides nothing.
  if (moved && sprt_.has_value()) totals->llr = sprt_->Llr(totals->pentanomial);
  if (!moved && totals->prefix == size && sprt_.has_value()) {
    Look(every, totals);  // the limit was lowered to where it stands: that is a look, too
    if (totals->verdict != stats::Verdict::kUndecided) return Outcome::kDecided;
  }
  return totals->prefix >= size ? Outcome::kExhausted : Outcome::kOpen;
}

}  // namespace rookery::coordinator
