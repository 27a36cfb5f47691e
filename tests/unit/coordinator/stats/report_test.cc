#include "coordinator/stats/report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace rookery::stats {
namespace {

TEST(Report, SaysNothingAboutStrengthWithoutPairs) {
  const Report report = FixedReport(Pentanomial{});
  EXPECT_EQ(report.pairs, 0);
  EXPECT_FALSE(report.score || report.draw_ratio || report.elo || report.nelo || report.los ||
               report.pairs_ratio || report.llr);
  const Report sequential = SequentialReport(*Sprt::Create({}), Pentanomial{});
  EXPECT_EQ(sequential.llr, 0);
  EXPECT_EQ(sequential.verdict, Verdict::kUndecided);
  EXPECT_FALSE(sequential.elo);
}

TEST(Report, CountsWithoutRegularising) {
  const Report report = FixedReport(Pentanomial{0, 1, 2, 1, 0});
  EXPECT_EQ(report.pairs, 4);
  EXPECT_EQ(report.games, 8);
  EXPECT_EQ(report.score, 0.5);
  EXPECT_EQ(report.draw_ratio->value, 0.5);
  EXPECT_EQ(report.pairs_ratio->value, 1);
}

TEST(Report, HasNoPairsRatioIfNothingIsBelow) {
  EXPECT_FALSE(FixedReport(Pentanomial{0, 0, 3, 1, 1}).pairs_ratio);
}

TEST(Report, GivesFastchesssFigures) {
  const Report report = FixedReport(Pentanomial{34, 54, 63, 64, 75});
  EXPECT_NEAR(report.elo->value, 55.57978042, 1e-8);
  EXPECT_NEAR(report.elo->high - report.elo->value, 27.65342951, 1e-8);
  EXPECT_NEAR(report.nelo->value, 57.93559994, 1e-8);
  EXPECT_NEAR(report.pairs_ratio->value, 1.579545, 1e-6);
}

TEST(Report, OfGamesHasNoPairs) {
  const Report report = FixedReport(Trinomial{89, 123, 76});
  EXPECT_EQ(report.pairs, 0);
  EXPECT_EQ(report.games, 288);
  EXPECT_NEAR(report.elo->value, -15.69352071, 1e-8);
  EXPECT_NEAR(*report.los, 0.1553, 1e-4);
}

TEST(Report, PullsTheEloOfAnAcceptedTestDown) {
  const Pentanomial counts{8, 191, 555, 275, 24};
  const Report sequential = SequentialReport(*Sprt::Create({.elo0 = 0, .elo1 = 5}), counts);
  const Report fixed = FixedReport(counts);
  EXPECT_LT(sequential.elo->value, fixed.elo->value);
  EXPECT_LT(sequential.elo->low, sequential.elo->value);
  EXPECT_GT(sequential.elo->high, sequential.elo->value);
  EXPECT_EQ(sequential.nelo->value, fixed.nelo->value);
}

TEST(Report, StaysOnTheScaleForResultsWithoutSpread) {
  const Report won = SequentialReport(*Sprt::Create({}), Pentanomial{0, 0, 0, 0, 50});
  EXPECT_EQ(won.elo->value, 1000);
  EXPECT_EQ(won.elo->high, 1000);
  EXPECT_GT(*won.los, 0.999);
  const Report drawn = SequentialReport(*Sprt::Create({}), Pentanomial{0, 0, 100, 0, 0});
  EXPECT_NEAR(drawn.elo->value, 0, 0.01);
}

}  // namespace
}  // namespace rookery::stats
