// Times scaled by the speed of the machine, so that a slow one and a fast one play the same chess.
// The factor is the run's reference speed over what this machine's slots search in a second while
// all of them are busy; nodes and depth are the same everywhere. Rounded to a millisecond, and
// never to nothing. Pure; any thread.
#pragma once

#include "worker/match/pair_runner.h"

namespace rookery::worker {

// Beyond these a measurement is wrong, or the machine unfit: the run isn't played there.
inline constexpr double kLeastTimeScale = 0.05;
inline constexpr double kMostTimeScale = 20;

// FailedPrecondition where the speed isn't known, or the factor is out of bounds. 1 for a reference
// of 0, which is: times as they are.
absl::StatusOr<double> TimeScale(int64_t reference_nps, double bench_nps);

SideLimits Scaled(const SideLimits& limits, double factor);

}  // namespace rookery::worker
