#include "worker/match/game_clock.h"

#include <gtest/gtest.h>

namespace rookery::worker {
namespace {

using chess::Color;

GameClock MakeClock(const TimeControl& control) { return GameClock({control, control}); }

TEST(GameClock, GivesTheFirstMoveItsIncrement) {
  const GameClock clock = MakeClock({.base_ms = 10'000, .increment_ms = 100});
  EXPECT_EQ(clock.LeftMs(Color::kWhite), 10'100);
}

TEST(GameClock, TestsBeforeTheIncrementIsAdded) {
  GameClock clock = MakeClock({.base_ms = 1000, .increment_ms = 5000});
  EXPECT_TRUE(clock.Charge(Color::kWhite, 6'000'000));  // 1 + 5 s, used to the last microsecond
  EXPECT_EQ(clock.LeftMs(Color::kWhite), 5000);
  EXPECT_FALSE(clock.Charge(Color::kWhite, 5'000'001));
}

TEST(GameClock, TestsBeforeTheNextPeriodIsAdded) {
  GameClock clock = MakeClock({.base_ms = 1000, .moves_per_period = 4});
  for (int i = 0; i < 3; ++i) EXPECT_TRUE(clock.Charge(Color::kBlack, 100'000));
  EXPECT_EQ(clock.MovesToGo(Color::kBlack), 1);
  GameClock late = clock;
  EXPECT_FALSE(late.Charge(Color::kBlack, 1'050'000));
  EXPECT_TRUE(clock.Charge(Color::kBlack, 700'000));
  EXPECT_EQ(clock.LeftMs(Color::kBlack), 1000);
  EXPECT_EQ(clock.MovesToGo(Color::kBlack), 4);
}

TEST(GameClock, NeverShowsNegativeTimeWithinTheMargin) {
  GameClock clock = MakeClock({.base_ms = 100, .margin_ms = 50});
  EXPECT_TRUE(clock.Charge(Color::kWhite, 150'000));
  EXPECT_EQ(clock.left_us(Color::kWhite), 0);
  EXPECT_EQ(clock.LeftMs(Color::kWhite), 0);
  EXPECT_FALSE(clock.Charge(Color::kWhite, 50'001));
}

TEST(GameClock, ShowsOneMillisecondWhileAnythingIsLeft) {
  GameClock clock = MakeClock({.base_ms = 10});
  EXPECT_TRUE(clock.Charge(Color::kWhite, 9'900));
  EXPECT_EQ(clock.LeftMs(Color::kWhite), 1);
}

TEST(GameClock, WithoutAControlNothingIsCharged) {
  GameClock clock = MakeClock({});
  EXPECT_FALSE(clock.enabled(Color::kWhite));
  EXPECT_TRUE(clock.Charge(Color::kWhite, 1'000'000'000));
}

TEST(GameClock, SidesMayDiffer) {
  const GameClock clock({TimeControl{.base_ms = 1000}, TimeControl{.base_ms = 5000}});
  EXPECT_EQ(clock.LeftMs(Color::kWhite), 1000);
  EXPECT_EQ(clock.LeftMs(Color::kBlack), 5000);
}

}  // namespace
}  // namespace rookery::worker
