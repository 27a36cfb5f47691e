// Time controls, and their text as people write it: "8+0.08" (seconds a game + seconds a move),
// "40/60" (40 moves in 60 seconds, again and again), "1:30+1" (minutes and seconds), "0+5" (the
// increment alone), "40/5400,20/1800,900+30" (several periods, the last one repeating if it has
// moves). Resolution: a millisecond. Pure functions; any thread.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"

namespace rookery::worker {

struct Period {
  int moves = 0;  // 0: it lasts for the rest of the game
  int64_t base_ms = 0;
  int64_t increment_ms = 0;  // after each of its moves
  bool operator==(const Period&) const = default;
};

struct TimeControl {
  std::vector<Period> periods;  // none: no clock
  int64_t margin_ms = 0;        // by which a move may overstep its time without losing
  bool enabled() const { return !periods.empty(); }
  bool operator==(const TimeControl&) const = default;
};

inline constexpr size_t kMaxPeriods = 16;
inline constexpr int64_t kMaxPeriodMs = int64_t{7} * 24 * 3600 * 1000;
inline constexpr int kMaxPeriodMoves = 10'000;

// "inf" and "infinite" are no clock. InvalidArgument says what is wrong with the text.
absl::StatusOr<TimeControl> ParseTimeControl(std::string_view text);
// "8", "0.08", "2s": seconds as milliseconds.
absl::StatusOr<int64_t> ParseSeconds(std::string_view text);
// As in PGN's TimeControl tag: "40/60+0.6:900+30"; "-" without a clock. With a time per move it is
// that: "0.1/move".
std::string TimeControlText(const TimeControl& control, int64_t movetime_ms = 0);
// FIDE's blitz: 60 moves have at most ten minutes, increments included; a period begun counts
// whole.
bool IsBlitz(const TimeControl& control);
// A control of one period that lasts for the game.
TimeControl SuddenDeath(int64_t base_ms, int64_t increment_ms);

}  // namespace rookery::worker
