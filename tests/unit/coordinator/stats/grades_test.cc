#include "coordinator/stats/grades.h"

#include <gtest/gtest.h>

#include <cstdlib>

namespace rookery::stats {
namespace {

TEST(Grades, KeepTheirPropertiesAtEveryDifference) {
  for (int64_t difference = 0; difference <= 1000; ++difference) {
    const GradePoints before{.first = 300, .second = 300 + difference};
    for (const GameScore score : {GameScore::kLoss, GameScore::kDraw, GameScore::kWin}) {
      const GradePoints after = AfterGame(before, score);
      EXPECT_EQ(after.first + after.second, before.first + before.second);
    }
    EXPECT_GE(AfterGame(before, GameScore::kWin).first, before.first);
    EXPECT_LE(AfterGame(before, GameScore::kLoss).first, before.first);
    const GradePoints won = AfterGame(before, GameScore::kWin);
    const GradePoints drawn = AfterGame(before, GameScore::kDraw);
    if (difference >= 100) {
      EXPECT_LE(std::abs(won.first - won.second), 1);
      EXPECT_NEAR(static_cast<double>(drawn.second - drawn.first),
                  static_cast<double>(difference) / 2, 1);
    }
    if (difference >= 200) {
      EXPECT_EQ(AfterGame(before, GameScore::kLoss).second, before.second);
    }
  }
}

TEST(Grades, AreTheSameFromBothSides) {
  const GradePoints here = AfterGame({.first = 520, .second = 480}, GameScore::kLoss);
  const GradePoints there = AfterGame({.first = 480, .second = 520}, GameScore::kWin);
  EXPECT_EQ(here.first, there.second);
  EXPECT_EQ(here.second, there.first);
}

TEST(Grades, GoBelowZeroForANewcomerWhoLoses) {
  EXPECT_EQ(AfterGame({}, GameScore::kLoss).first, -10);
  EXPECT_FALSE(GradeOf(-10).has_value());
}

}  // namespace
}  // namespace rookery::stats
