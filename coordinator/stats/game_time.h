// How long a game will take, from its limits alone: to plan with until one like it was played.
// Both sides use up all they are given for kUsualMoves moves. So it is the most that a clock allows
// such a game, and what fixed nodes or times a move come to. Pure functions; any thread.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace rookery::stats {

inline constexpr int kUsualMoves = 60;  // of each side

// So much time for so many moves, 0 being the rest of the game.
struct ThinkingPeriod {
  int moves = 0;
  double base_seconds = 0;
  double increment_seconds = 0;
};

// What one side may use; 0 and empty: that limit is not set. The least of those that are set holds.
struct ThinkingLimits {
  int64_t nodes = 0;  // a move
  double seconds_a_move = 0;
  std::vector<ThinkingPeriod> periods = {};  // the last one repeats
};

// How quick a slot is.
struct SlotSpeed {
  double nodes_per_second = 0;  // 0: not known
  int64_t reference_nps = 0;    // times are scaled by it over nodes_per_second; 0: they aren't
};

// Seconds that one side thinks in a game. None where nothing says it: no limit of nodes or time, or
// one that takes a speed which isn't known.
std::optional<double> SideSeconds(const ThinkingLimits& limits, const SlotSpeed& speed);

}  // namespace rookery::stats
