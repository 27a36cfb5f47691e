// What a plan goes by before a run is made: how results spread and how long a game takes, as the
// newest run of the same limits has shown it; else usual draws, and what the limits alone come to.
// The command line looks the same way (cli/test_plan.h). Pure functions and values; any thread.
#pragma once

#include <cstdint>
#include <optional>

#include "coordinator/core/view.h"

namespace rookery::coordinator {

// What the length of a game depends on.
struct PlayedBy {
  Limits dev;
  Limits base;
  int threads = 1;
  int64_t reference_nps = 0;
};

struct PlanBasis {
  double variance_per_game = 0;
  RunId run = {};                          // the like one; empty: there is none
  std::optional<double> seconds_per_game;  // of cores
  bool from_limits = false;                // those were reckoned from the limits
  uint64_t slots = 0;                      // of the workers that are there
};

// Only the newest of them are looked at.
inline constexpr size_t kRunsLookedAt = 100;

PlanBasis FindPlanBasis(const CoordinatorView& view, const PlayedBy& by);

}  // namespace rookery::coordinator
