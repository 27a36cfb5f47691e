#include "worker/match/time_scale.h"

#include <algorithm>
#include <cmath>

#include "base/status.h"

namespace rookery::worker {
namespace {

int64_t Times(int64_t milliseconds, double factor) {
  if (milliseconds == 0) return 0;
  return std::max<int64_t>(1, std::llround(static_cast<double>(milliseconds) * factor));
}

}  // namespace

absl::StatusOr<double> TimeScale(int64_t reference_nps, double bench_nps) {
  if (reference_nps == 0) return 1;
  if (!(bench_nps > 0)) {
    return Error(absl::StatusCode::kFailedPrecondition,
                 "the run's times are scaled by a worker's speed, which isn't known here");
  }
  const double factor = static_cast<double>(reference_nps) / bench_nps;
  if (factor >= kLeastTimeScale && factor <= kMostTimeScale) return factor;
  return Error(absl::StatusCode::kFailedPrecondition,
               "times would be scaled by {:.3g}: {} nodes a second are the run's reference, and a "
               "slot searches {:.0f} here; from {} to {} is allowed",
               factor, reference_nps, bench_nps, kLeastTimeScale, kMostTimeScale);
}

SideLimits Scaled(const SideLimits& limits, double factor) {
  SideLimits scaled = limits;
  scaled.per_move.movetime_ms = Times(limits.per_move.movetime_ms, factor);
  for (Period& period : scaled.clock.periods) {
    period.base_ms = Times(period.base_ms, factor);
    period.increment_ms = Times(period.increment_ms, factor);
  }
  return scaled;
}

}  // namespace rookery::worker
