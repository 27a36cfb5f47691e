#include "worker/match/play_plan.h"

#include "base/status.h"

namespace rookery::worker {

absl::StatusOr<PlannedPair> PlannedPairOf(const PlayPlan& plan, uint64_t index) {
  if (!plan.league.has_value()) {
    return PlannedPair{&plan.dev, &plan.base, PlanPair(plan.run_seed, index, plan.book_lines)};
  }
  const LeaguePlan& league = *plan.league;
  if (index >= LeaguePairs(league.shape)) {
    return InvalidArgument("pair {} is beyond the league's {} pairs", index,
                           LeaguePairs(league.shape));
  }
  const LeaguePlace place = PlaceOf(league.shape, index);
  Seats seats;
  if (league.shape.format == Format::kSwiss) {
    const auto told = league.told.find(index);
    if (told == league.told.end()) return InvalidArgument("pair {} has no seats", index);
    seats = told->second;
  } else {
    seats = SeatsOf(league.shape, place.cell);
  }
  return PlannedPair{&league.engines.at(static_cast<size_t>(seats.first)),
                     &league.engines.at(static_cast<size_t>(seats.second)),
                     PlanLeaguePair(plan.run_seed, seats, place.number, plan.book_lines)};
}

}  // namespace rookery::worker
