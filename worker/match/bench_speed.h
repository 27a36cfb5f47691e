// How fast the embedded engine searches here while so many slots are busy: the speed that times are
// scaled by. Takes about kBenchSeconds; starts threads of its own and joins them.
#pragma once

#include "base/clock.h"

namespace rookery::worker {

inline constexpr double kBenchSeconds = 0.5;

// Nodes a second of one slot: the median of the slots'.
double MeasureBenchNps(int slots, Clock& clock);

}  // namespace rookery::worker
