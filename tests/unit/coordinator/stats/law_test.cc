#include "coordinator/stats/law.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

namespace rookery::stats {
namespace {

double Sum(const Law& law) {
  return std::accumulate(law.probability.begin(), law.probability.end(), 0.0);
}

TEST(Law, RegularisesEmptyCellsOnly) {
  const Sample sample = MakeSample(Pentanomial{0, 2, 5, 0, 1});
  EXPECT_NEAR(sample.observations, 8.002, 1e-12);
  EXPECT_NEAR(sample.law.probability[0], 1e-3 / 8.002, 1e-15);
  EXPECT_NEAR(Sum(sample.law), 1, 1e-15);
  EXPECT_EQ(sample.law.value[1], 0.25);
}

TEST(Law, HasTheMomentsOfAFairCoin) {
  const Sample sample = MakeSample(Trinomial{500, 1, 500});
  const Moments moments = MomentsOf(sample.law);
  EXPECT_NEAR(moments.mean, 0.5, 1e-15);
  EXPECT_NEAR(moments.variance, 0.25, 1e-3);
  EXPECT_NEAR(moments.skewness, 0, 1e-12);
  EXPECT_NEAR(moments.excess_kurtosis, -2, 1e-2);
}

}  // namespace
}  // namespace rookery::stats
