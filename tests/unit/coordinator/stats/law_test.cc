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

TEST(Law, MeetsItsConstraint) {
  const Law observed = MakeSample(Pentanomial{20, 80, 250, 120, 30}).law;
  for (const double mean : {0.01, 0.3, 0.5, 0.7, 0.99}) {
    const Law law = MostLikelyWithMean(observed, mean);
    EXPECT_NEAR(MomentsOf(law).mean, mean, 1e-12);
    EXPECT_NEAR(Sum(law), 1, 1e-12);
  }
  for (const double t : {-3.0, -0.5, 0.0, 0.01, 1.0, 20.0}) {
    const Law law = MostLikelyWithT(observed, t);
    const Moments moments = MomentsOf(law);
    EXPECT_NEAR((moments.mean - 0.5) / std::sqrt(moments.variance), t, 1e-7) << t;
    EXPECT_NEAR(Sum(law), 1, 1e-9);
  }
}

TEST(Law, IsItsOwnNearestWhenTheConstraintHolds) {
  const Law observed = MakeSample(Pentanomial{20, 80, 250, 120, 30}).law;
  const Law same = MostLikelyWithMean(observed, MomentsOf(observed).mean);
  for (size_t i = 0; i < observed.size; ++i) {
    EXPECT_NEAR(same.probability[i], observed.probability[i], 1e-12);
  }
}

}  // namespace
}  // namespace rookery::stats
