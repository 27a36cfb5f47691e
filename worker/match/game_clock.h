// The chess clocks of one game, in microseconds. A move is tested against what was left before
// anything is added, so overrunning the last move of a period loses; within the margin the clock
// stops at zero and never shows a negative time.
// Pure; one thread.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "engine/chess/types.h"
#include "worker/match/time_control.h"

namespace rookery::worker {

class GameClock {
 public:
  // Controls of White and Black. As in the common runners the first move has its increment.
  explicit GameClock(const std::array<TimeControl, 2>& controls);

  bool enabled(chess::Color side) const { return control(side).enabled(); }
  // Rounded down, but 1 as long as anything is left.
  int64_t LeftMs(chess::Color side) const;
  int64_t left_us(chess::Color side) const { return left_us_[Slot(side)]; }
  // Moves until the next period, the coming one included; 0: no periods.
  int MovesToGo(chess::Color side) const;
  int64_t IncrementMs(chess::Color side) const;

  // Whether so much thinking is within what is left and the margin.
  bool Allows(chess::Color side, int64_t thinking_us) const;
  // Adds to what is left; nothing without a clock.
  void Give(chess::Color side, int64_t extra_us);
  // Charges a move. False: it wasn't allowed.
  [[nodiscard]] bool Charge(chess::Color side, int64_t thinking_us);

 private:
  static size_t Slot(chess::Color side) { return static_cast<size_t>(Index(side)); }
  const TimeControl& control(chess::Color side) const { return controls_[Slot(side)]; }
  const Period& period(chess::Color side) const {
    return control(side).periods[period_[Slot(side)]];
  }

  std::array<TimeControl, 2> controls_;
  std::array<int64_t, 2> left_us_ = {0, 0};
  std::array<size_t, 2> period_ = {0, 0};
  std::array<int, 2> moves_ = {0, 0};  // of the current period
};

}  // namespace rookery::worker
