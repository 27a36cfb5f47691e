#include "coordinator/stats/game_time.h"

#include <gtest/gtest.h>

#include "base/rng.h"

namespace rookery::stats {
namespace {

TEST(GameTime, IsWhatFixedLimitsComeTo) {
  EXPECT_DOUBLE_EQ(*SideSeconds({.nodes = 5000}, {.nodes_per_second = 1'000'000}), 60 * 0.005);
  EXPECT_DOUBLE_EQ(*SideSeconds({.seconds_a_move = 0.1}, {}), 6);
  EXPECT_DOUBLE_EQ(*SideSeconds({.periods = {{0, 8, 0.08}}}, {}), 12.8);
  // 40 moves in a minute, then 20 at a time in half of one.
  EXPECT_DOUBLE_EQ(*SideSeconds({.periods = {{40, 60, 0}, {20, 30, 0}}}, {}), 90);
}

TEST(GameTime, IsBoundByTheLeastOfTheLimits) {
  ThinkingLimits both{.nodes = 1'000'000, .periods = {{0, 8, 0.08}}};
  EXPECT_DOUBLE_EQ(*SideSeconds(both, {.nodes_per_second = 1'000'000}), 12.8);
  EXPECT_DOUBLE_EQ(*SideSeconds(both, {.nodes_per_second = 10'000'000}), 6);
}

TEST(GameTime, ScalesTimesByTheSpeedAndNothingElse) {
  const SlotSpeed slow{.nodes_per_second = 500'000, .reference_nps = 1'000'000};
  EXPECT_DOUBLE_EQ(*SideSeconds({.periods = {{0, 8, 0.08}}}, slow), 25.6);
  EXPECT_DOUBLE_EQ(*SideSeconds({.nodes = 500}, slow), 60 * 0.001);
}

TEST(GameTime, IsNotSaidWhereNothingSaysIt) {
  EXPECT_FALSE(SideSeconds({}, {.nodes_per_second = 1e6}));
  EXPECT_FALSE(SideSeconds({.nodes = 5000}, {}));
  EXPECT_FALSE(SideSeconds({.seconds_a_move = 1}, {.reference_nps = 1000}));
}

// Move by move, as a clock is set: the slow twin.
double Walk(const std::vector<ThinkingPeriod>& periods) {
  double given = periods[0].base_seconds;
  size_t period = 0;
  int in_period = 0;
  for (int move = 1; move <= kUsualMoves; ++move) {
    given += periods[period].increment_seconds;
    if (++in_period != periods[period].moves || move == kUsualMoves) continue;
    in_period = 0;
    if (period + 1 < periods.size()) ++period;
    given += periods[period].base_seconds;
  }
  return given;
}

TEST(GameTime, GivesAClockWhatMoveByMoveItIsSetTo) {
  Rng rng(5);
  for (int round = 0; round < 1000; ++round) {
    ThinkingLimits limits;
    const auto periods = static_cast<size_t>(1 + rng.Below(4));
    for (size_t i = 0; i < periods; ++i) {
      const bool last = i + 1 == periods;
      const auto moves = static_cast<int>(rng.Below(last ? 50 : 49)) + (last ? 0 : 1);
      limits.periods.push_back(
          {moves, static_cast<double>(rng.Below(300)) / 4, static_cast<double>(rng.Below(8)) / 4});
    }
    EXPECT_DOUBLE_EQ(*SideSeconds(limits, {}), Walk(limits.periods)) << round;
  }
}

}  // namespace
}  // namespace rookery::stats
