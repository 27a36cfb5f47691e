#include "worker/match/game_clock.h"

#include <algorithm>

namespace rookery::worker {

GameClock::GameClock(const std::array<TimeControl, 2>& controls) : controls_(controls) {
  for (size_t i = 0; i < 2; ++i) {
    if (!controls_[i].enabled()) continue;
    const Period& first = controls_[i].periods.front();
    left_us_[i] = (first.base_ms + first.increment_ms) * 1000;
  }
}

int64_t GameClock::LeftMs(chess::Color side) const {
  const int64_t left = left_us(side);
  return left > 0 ? std::max<int64_t>(1, left / 1000) : 0;
}

int GameClock::MovesToGo(chess::Color side) const {
  if (!enabled(side)) return 0;
  const int moves = period(side).moves;
  return moves == 0 ? 0 : moves - moves_[Slot(side)];
}

int64_t GameClock::IncrementMs(chess::Color side) const {
  return enabled(side) ? period(side).increment_ms : 0;
}

bool GameClock::Allows(chess::Color side, int64_t thinking_us) const {
  return !enabled(side) || thinking_us <= left_us(side) + control(side).margin_ms * 1000;
}

void GameClock::Give(chess::Color side, int64_t extra_us) {
  if (enabled(side)) left_us_[Slot(side)] += extra_us;
}

bool GameClock::Charge(chess::Color side, int64_t thinking_us) {
  if (!Allows(side, thinking_us)) return false;
  const TimeControl& rules = control(side);
  if (!rules.enabled()) return true;
  int64_t& left = left_us_[Slot(side)];
  left = std::max<int64_t>(0, left - thinking_us) + period(side).increment_ms * 1000;
  int& moves = moves_[Slot(side)];
  ++moves;
  if (period(side).moves > 0 && moves == period(side).moves) {
    moves = 0;
    size_t& at = period_[Slot(side)];
    at = std::min(at + 1, rules.periods.size() - 1);  // the last one repeats
    left += period(side).base_ms * 1000;
  }
  return true;
}

}  // namespace rookery::worker
