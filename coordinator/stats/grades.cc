#include "coordinator/stats/grades.h"

#include <algorithm>
#include <cstdlib>

#include "base/check.h"

namespace rookery::stats {
namespace {

// What passes to the side with fewer points, or to the one with more if that wins; by the
// difference, in exact fractions rounded half up.
int64_t DrawGain(int64_t difference) {
  if (difference < 10) return 0;
  if (difference < 100) return (110 + difference) / 20;  // (10 + D / 10) / 2
  return (difference + 2) / 4;
}

int64_t LowerWinGain(int64_t difference) {
  if (difference < 10) return 10;
  if (difference < 100) return (105 + difference) / 10;  // 10 + D / 10
  return (difference + 1) / 2;
}

int64_t HigherWinGain(int64_t difference) {
  if (difference < 10) return 10;
  if (difference < 100) return (1050 - 8 * difference) / 100;  // 10 - D / 12.5
  return difference < 200 ? 2 : 0;
}

}  // namespace

GradePoints AfterGame(const GradePoints& before, GameScore score) {
  ROOKERY_CHECK(std::abs(before.first) <= kMostGradePoints);
  ROOKERY_CHECK(std::abs(before.second) <= kMostGradePoints);
  const int64_t difference = std::abs(before.first - before.second);
  const bool first_is_lower = before.first <= before.second;
  int64_t to_first = 0;
  if (score == GameScore::kDraw) {
    to_first = first_is_lower ? DrawGain(difference) : -DrawGain(difference);
  } else {
    const bool first_won = score == GameScore::kWin;
    const bool lower_won = difference == 0 || first_won == first_is_lower;
    const int64_t gain = lower_won ? LowerWinGain(difference) : HigherWinGain(difference);
    to_first = first_won ? gain : -gain;
  }
  return {.first = before.first + to_first, .second = before.second - to_first};
}

std::optional<int> GradeOf(int64_t points) {
  if (points < 100) return std::nullopt;
  return static_cast<int>(std::max<int64_t>(1, 31 - points / 100));
}

}  // namespace rookery::stats
