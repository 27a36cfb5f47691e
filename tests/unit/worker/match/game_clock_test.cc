#include "worker/match/game_clock.h"

#include <gtest/gtest.h>

namespace rookery::worker {
namespace {

using chess::Color;

GameClock MakeClock(const TimeControl& control) { return GameClock({control, control}); }

TEST(GameClock, GivesTheFirstMoveItsIncrement) {
  const GameClock clock = MakeClock(SuddenDeath(10'000, 100));
  EXPECT_EQ(clock.LeftMs(Color::kWhite), 10'100);
}

TEST(GameClock, TestsBeforeTheIncrementIsAdded) {
  GameClock clock = MakeClock(SuddenDeath(1000, 5000));
  EXPECT_TRUE(clock.Charge(Color::kWhite, 6'000'000));  // 1 + 5 s, used to the last microsecond
  EXPECT_EQ(clock.LeftMs(Color::kWhite), 5000);
  EXPECT_FALSE(clock.Charge(Color::kWhite, 5'000'001));
}

TEST(GameClock, TestsBeforeTheNextPeriodIsAdded) {
  GameClock clock = MakeClock({{{4, 1000, 0}}, 0});
  for (int i = 0; i < 3; ++i) EXPECT_TRUE(clock.Charge(Color::kBlack, 100'000));
  EXPECT_EQ(clock.MovesToGo(Color::kBlack), 1);
  GameClock late = clock;
  EXPECT_FALSE(late.Charge(Color::kBlack, 1'050'000));
  EXPECT_TRUE(clock.Charge(Color::kBlack, 700'000));
  EXPECT_EQ(clock.LeftMs(Color::kBlack), 1000);
  EXPECT_EQ(clock.MovesToGo(Color::kBlack), 4);
}

TEST(GameClock, GivesTimeOnlyToASideWithAClock) {
  GameClock clock({SuddenDeath(1000, 0), TimeControl{}});
  clock.Give(Color::kWhite, 60'000'000);
  clock.Give(Color::kBlack, 60'000'000);
  EXPECT_EQ(clock.LeftMs(Color::kWhite), 61'000);
  EXPECT_EQ(clock.LeftMs(Color::kBlack), 0);
}

TEST(GameClock, NeverShowsNegativeTimeWithinTheMargin) {
  GameClock clock = MakeClock({{{0, 100, 0}}, 50});
  EXPECT_TRUE(clock.Charge(Color::kWhite, 150'000));
  EXPECT_EQ(clock.left_us(Color::kWhite), 0);
  EXPECT_EQ(clock.LeftMs(Color::kWhite), 0);
  EXPECT_FALSE(clock.Charge(Color::kWhite, 50'001));
}

TEST(GameClock, ShowsOneMillisecondWhileAnythingIsLeft) {
  GameClock clock = MakeClock(SuddenDeath(10, 0));
  EXPECT_TRUE(clock.Charge(Color::kWhite, 9'900));
  EXPECT_EQ(clock.LeftMs(Color::kWhite), 1);
}

TEST(GameClock, GoesThroughPeriodsAndRepeatsTheLast) {
  GameClock clock = MakeClock({{{2, 1000, 0}, {1, 500, 20}}, 0});
  EXPECT_TRUE(clock.Charge(Color::kWhite, 400'000));
  EXPECT_TRUE(clock.Charge(Color::kWhite, 400'000));
  EXPECT_EQ(clock.LeftMs(Color::kWhite), 200 + 500);
  EXPECT_EQ(clock.MovesToGo(Color::kWhite), 1);
  EXPECT_EQ(clock.IncrementMs(Color::kWhite), 20);
  EXPECT_TRUE(clock.Charge(Color::kWhite, 700'000));
  EXPECT_EQ(clock.LeftMs(Color::kWhite), 20 + 500);
  EXPECT_EQ(clock.MovesToGo(Color::kWhite), 1);
  EXPECT_EQ(clock.LeftMs(Color::kBlack), 1000);
}

TEST(GameClock, WithoutAControlNothingIsCharged) {
  GameClock clock = MakeClock({});
  EXPECT_FALSE(clock.enabled(Color::kWhite));
  EXPECT_TRUE(clock.Charge(Color::kWhite, 1'000'000'000));
}

TEST(GameClock, SidesMayDiffer) {
  const GameClock clock({SuddenDeath(1000, 0), SuddenDeath(5000, 0)});
  EXPECT_EQ(clock.LeftMs(Color::kWhite), 1000);
  EXPECT_EQ(clock.LeftMs(Color::kBlack), 5000);
}

}  // namespace
}  // namespace rookery::worker
