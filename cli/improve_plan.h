// How a budget of games is shared among the parts of an improvement. Pure; any thread.
#pragma once

#include <cstdint>

namespace rookery::cli {

struct ImproveParts {
  bool makes_data = false;  // self-play for the fit
  bool tunes = false;       // by games, what a fit can't see
};

// Games, each even. Two fifths go to the verification, for nothing counts that isn't shown; the
// rest is shared evenly by what there is to do.
struct ImproveBudget {
  uint64_t data = 0;
  uint64_t tune = 0;
  uint64_t verify = 0;
};
inline constexpr uint64_t kLeastImproveGames = 20;

// At least kLeastImproveGames (CHECK).
ImproveBudget ShareBudget(uint64_t games, const ImproveParts& parts);

}  // namespace rookery::cli
