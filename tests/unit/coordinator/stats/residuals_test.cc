#include "coordinator/stats/residuals.h"

#include <gtest/gtest.h>

#include <cmath>

namespace rookery::stats {
namespace {

TEST(Residuals, SaysNothingAboutFewerThanTwoWorkers) {
  EXPECT_FALSE(CompareWorkers({}).chi_square.has_value());
  EXPECT_FALSE(CompareWorkers({{2, 80, 200, 84, 3}}).z99.has_value());
  EXPECT_FALSE(WorstWorker(CompareWorkers({})).has_value());
  EXPECT_EQ(CompareWorkers({{}, {}, {}}).counted, 0);
}

TEST(Residuals, LeavesOutTheSmall) {
  const Homogeneity result =
      CompareWorkers({{2, 80, 200, 84, 3}, {3, 75, 210, 78, 2}, {0, 2, 5, 3, 0}});
  EXPECT_EQ(result.counted, 2);
  EXPECT_FALSE(result.workers[2].counted);
}

TEST(Residuals, NamesOneWorstEvenIfItMakesAllLookBad) {
  const Homogeneity result = CompareWorkers(
      {{2, 80, 200, 84, 3}, {3, 75, 210, 78, 2}, {40, 150, 120, 30, 2}, {1, 82, 195, 90, 4}});
  EXPECT_EQ(WorstWorker(result), 2u);
}

TEST(Residuals, HasTheTailOfTheChiSquareLaw) {
  EXPECT_NEAR(ChiSquareTail(5.991464547107979, 2), 0.05, 1e-12);
  EXPECT_NEAR(ChiSquareTail(12.591587243743977, 6), 0.05, 1e-12);
  EXPECT_EQ(ChiSquareTail(0, 4), 1);
  EXPECT_NEAR(ChiSquareTail(4000, 4000), 0.49703, 1e-5);  // e^-2000 alone is no double
  EXPECT_EQ(ChiSquareTail(1e6, 2), 0);
}

TEST(Residuals, StaysFiniteForAWorkerOfAnotherWorld) {
  const Homogeneity result =
      CompareWorkers({{0, 0, 100000, 0, 0}, {0, 50000, 0, 50000, 0}, {0, 50000, 0, 50000, 0}});
  EXPECT_TRUE(std::isfinite(result.workers[0].z));
  EXPECT_EQ(WorstWorker(result), 0u);
}

}  // namespace
}  // namespace rookery::stats
