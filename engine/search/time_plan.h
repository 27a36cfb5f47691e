// How long to think about a move, from the clock. Pure; any thread. Times in microseconds.
#pragma once

#include <cstdint>

#include "engine/search/constants.h"
#include "engine/search/engine.h"

namespace rookery::search {

struct TimePlan {
  bool timed = false;
  int64_t soft_us = 0;  // no new depth is begun after this; scaled by how settled the move is
  int64_t hard_us = 0;  // the search ends here
  bool fixed = false;   // a time a move: soft and hard are the same and nothing is scaled
};

TimePlan PlanTime(const SearchLimits& limits, const Constants& constants);

}  // namespace rookery::search
