#include "worker/match/game_clock.h"

#include <algorithm>

namespace rookery::worker {

GameClock::GameClock(const std::array<TimeControl, 2>& controls) : controls_(controls) {
  for (size_t i = 0; i < 2; ++i) {
    left_us_[i] = (controls_[i].base_ms + controls_[i].increment_ms) * 1000;
  }
}

int64_t GameClock::LeftMs(chess::Color side) const {
  const int64_t left = left_us(side);
  return left > 0 ? std::max<int64_t>(1, left / 1000) : 0;
}

int GameClock::MovesToGo(chess::Color side) const {
  const int period = control(side).moves_per_period;
  return period == 0 ? 0 : period - moves_[Slot(side)] % period;
}

bool GameClock::Charge(chess::Color side, int64_t thinking_us) {
  const TimeControl& rules = control(side);
  if (!rules.enabled()) return true;
  int64_t& left = left_us_[Slot(side)];
  if (thinking_us > left + rules.margin_ms * 1000) return false;
  left = std::max<int64_t>(0, left - thinking_us) + rules.increment_ms * 1000;
  ++moves_[Slot(side)];
  if (rules.moves_per_period > 0 && moves_[Slot(side)] % rules.moves_per_period == 0) {
    left += rules.base_ms * 1000;
  }
  return true;
}

}  // namespace rookery::worker
