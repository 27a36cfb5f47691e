#include "engine/search/time_plan.h"

#include <algorithm>

namespace rookery::search {
namespace {

using params::Constant;

constexpr int64_t kMicros = 1000;  // in a millisecond
constexpr int64_t kLeast = 1 * kMicros;
// Beyond any game; keeps the arithmetic from overflowing on absurd clocks.
constexpr int64_t kMostMs = int64_t{1000} * 60 * 60 * 24 * 30;

}  // namespace

TimePlan PlanTime(const SearchLimits& limits, const Constants& constants) {
  const int64_t overhead = constants[Constant::kTimeOverhead];
  TimePlan plan;
  if (limits.infinite) return plan;
  if (limits.movetime_ms > 0) {
    const int64_t budget = std::min(limits.movetime_ms, kMostMs) -
                           std::min<int64_t>(overhead, limits.movetime_ms / 10);
    plan = {.timed = true, .soft_us = budget * kMicros, .hard_us = budget * kMicros, .fixed = true};
  }
  if (limits.time_left_ms < 0) return plan;

  const int64_t left = std::clamp<int64_t>(limits.time_left_ms - overhead, 0, kMostMs);
  const int64_t increment = std::clamp<int64_t>(limits.increment_ms, 0, kMostMs);
  const int64_t moves = limits.moves_to_go > 0
                            ? std::min<int64_t>(limits.moves_to_go, constants[Constant::kTimeMoves])
                            : constants[Constant::kTimeMoves];
  const int64_t share = left / moves + increment * constants[Constant::kTimeIncrement] / 100;
  // The last moves before a time control may take more: what is left then is lost.
  const int64_t last =
      limits.moves_to_go > 0 ? constants[Constant::kTimeLast] / limits.moves_to_go : 0;
  const int64_t most = left * std::max<int64_t>(constants[Constant::kTimeMost], last) / 100;
  const int64_t hard = std::min(share * constants[Constant::kTimeHard] / 100, most);
  const int64_t soft = std::min(share * constants[Constant::kTimeSoft] / 100, hard);
  const int64_t hard_us = std::max(kLeast, hard * kMicros);
  if (!plan.timed || hard_us < plan.hard_us) {
    plan = {.timed = true, .soft_us = std::max(kLeast, soft * kMicros), .hard_us = hard_us};
  }
  return plan;
}

}  // namespace rookery::search
