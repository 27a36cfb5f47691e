#include "engine/search/time_plan.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>

namespace rookery::search {
namespace {

TimePlan Plan(const SearchLimits& limits) { return PlanTime(limits, Constants{params::Weights()}); }

TEST(TimePlan, HasNoTimeWhereNoneIsAskedFor) {
  SearchLimits limits;
  limits.nodes = 1000;
  EXPECT_FALSE(Plan(limits).timed);
  limits.movetime_ms = 10;
  limits.infinite = true;
  EXPECT_FALSE(Plan(limits).timed);
}

TEST(TimePlan, UsesATimeAMoveAlmostWhole) {
  SearchLimits limits;
  limits.movetime_ms = 200;
  const TimePlan plan = Plan(limits);
  EXPECT_TRUE(plan.fixed);
  EXPECT_LE(plan.hard_us, 200'000);
  EXPECT_GE(plan.hard_us, 180'000);
}

TEST(TimePlan, NeverPlansMoreThanTheClockHolds) {
  for (const int64_t left : {0, 1, 5, 20, 50, 100, 1000, 60'000}) {
    for (const int64_t increment : {0, 10, 1000}) {
      for (const int moves : {0, 1, 2, 40}) {
        SearchLimits limits;
        limits.time_left_ms = left;
        limits.increment_ms = increment;
        limits.moves_to_go = moves;
        const TimePlan plan = Plan(limits);
        EXPECT_TRUE(plan.timed);
        EXPECT_LE(plan.soft_us, plan.hard_us);
        EXPECT_LE(plan.hard_us, std::max<int64_t>(1000, left * 1000));
        EXPECT_GT(plan.hard_us, 0);
      }
    }
  }
}

TEST(TimePlan, KeepsAReserveForStallsEvenIfEachMoveTakesAllItMay) {
  for (const int64_t increment_us : {10'000, 20'000, 100'000}) {
    int64_t left_us = 1'000'000;
    for (int move = 0; move < 300; ++move) {
      SearchLimits limits;
      limits.time_left_ms = left_us / 1000;
      limits.increment_ms = increment_us / 1000;
      left_us -= Plan(limits).hard_us;
      ASSERT_GE(left_us, 40'000) << "move " << move << ", increment " << increment_us;
      left_us += increment_us;
    }
  }
}

TEST(TimePlan, SpendsTheClockBeforeATimeControl) {
  const auto hard = [](int moves) {
    SearchLimits limits;
    limits.time_left_ms = 10'030;
    limits.moves_to_go = moves;
    return Plan(limits).hard_us;
  };
  // What is left after the last move is lost.
  EXPECT_GE(hard(1), 8'000'000);
  EXPECT_LE(hard(1), 9'600'000);
  EXPECT_GE(hard(2), 4'000'000);
  EXPECT_LE(hard(2), 5'000'000);
  EXPECT_EQ(hard(4), hard(5));
}

TEST(TimePlan, SurvivesAbsurdClocks) {
  SearchLimits limits;
  limits.time_left_ms = INT64_MAX;
  limits.increment_ms = INT64_MAX;
  limits.movetime_ms = INT64_MAX;
  EXPECT_GT(Plan(limits).hard_us, 0);
}

TEST(TimePlan, GivesMoreTimeToALongerClock) {
  SearchLimits limits;
  limits.time_left_ms = 2000;
  const int64_t shorter = Plan(limits).soft_us;
  limits.time_left_ms = 4000;
  EXPECT_GT(Plan(limits).soft_us, shorter);
}

}  // namespace
}  // namespace rookery::search
