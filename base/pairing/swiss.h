// Pairs the next round of a Swiss tournament by the Monrad rule: in the order of points (then of
// the list) each meets the nearest one below that it hasn't met. With an odd number the lowest who
// has had no free round has one. If nobody is left whom one hasn't met, a meeting is repeated.
// Pure functions; any thread.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

namespace rookery {

struct SwissEntry {
  int64_t points = 0;  // any scale
  bool had_bye = false;
  std::vector<int> met;  // places in the list
};

struct SwissRound {
  std::vector<std::pair<int, int>> encounters;  // the higher placed first
  int bye = -1;
};

SwissRound PairSwissRound(const std::vector<SwissEntry>& entries);

}  // namespace rookery
