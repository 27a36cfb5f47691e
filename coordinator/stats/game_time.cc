#include "coordinator/stats/game_time.h"

#include <algorithm>

namespace rookery::stats {
namespace {

double ClockSeconds(const std::vector<ThinkingPeriod>& periods) {
  double seconds = 0;
  int moves = 0;
  for (size_t i = 0; moves < kUsualMoves;) {
    const ThinkingPeriod& period = periods[i];
    const int rest = kUsualMoves - moves;
    const int played = period.moves <= 0 ? rest : std::min(period.moves, rest);
    seconds += period.base_seconds + played * period.increment_seconds;
    moves += played;
    if (i + 1 < periods.size()) ++i;
  }
  return seconds;
}

}  // namespace

std::optional<double> SideSeconds(const ThinkingLimits& limits, const SlotSpeed& speed) {
  const bool timed = limits.seconds_a_move > 0 || !limits.periods.empty();
  const bool takes_speed = limits.nodes > 0 || (timed && speed.reference_nps > 0);
  if (takes_speed && !(speed.nodes_per_second > 0)) return std::nullopt;
  const double scale = speed.reference_nps > 0
                           ? static_cast<double>(speed.reference_nps) / speed.nodes_per_second
                           : 1;
  std::optional<double> least;
  const auto hold = [&least](double seconds) {
    least = std::min(least.value_or(seconds), seconds);
  };
  if (limits.nodes > 0) {
    hold(kUsualMoves * static_cast<double>(limits.nodes) / speed.nodes_per_second);
  }
  if (limits.seconds_a_move > 0) hold(kUsualMoves * limits.seconds_a_move * scale);
  if (!limits.periods.empty()) hold(ClockSeconds(limits.periods) * scale);
  return least;
}

}  // namespace rookery::stats
