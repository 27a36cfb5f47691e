#include "coordinator/stats/independent_pairs.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "base/rng.h"

namespace rookery::stats {
namespace {

double Sum(const std::array<double, 5>& cells) {
  return std::accumulate(cells.begin(), cells.end(), 0.0);
}

double Points(const std::array<double, 5>& cells) {
  return cells[1] / 4 + cells[2] / 2 + cells[3] * 3 / 4 + cells[4];
}

TEST(IndependentPairs, AreTheCountsThemselvesWhereGamesAreIndependent) {
  // w 0.3, d 0.5, l 0.2: 0.04, 0.2, 0.37, 0.3, 0.09.
  const auto cells = IndependentPairs({400, 2000, 3700, 3000, 900});
  EXPECT_NEAR(cells[0], 400, 1e-3);
  EXPECT_NEAR(cells[2], 3700, 1e-3);
  EXPECT_NEAR(cells[4], 900, 1e-3);
}

TEST(IndependentPairs, HaveFewerEvenPairsThanUnbalancedOpeningsGive) {
  const Pentanomial counts = {50, 900, 8000, 1000, 50};
  EXPECT_LT(IndependentPairs(counts)[2], 8000);
}

// The naive twin: every draw rate in steps of a ten-thousandth.
TEST(IndependentPairs, AreMostLikelyAmongAllDrawRates) {
  Rng rng(11);
  for (int round = 0; round < 200; ++round) {
    Pentanomial counts;
    for (int64_t& cell : counts) cell = static_cast<int64_t>(rng.Below(round % 2 == 0 ? 1000 : 4));
    const auto total = static_cast<double>(Total(counts));
    if (total == 0) continue;
    const auto found = IndependentPairs(counts);
    std::array<double, 5> seen{};
    for (size_t i = 0; i < 5; ++i) seen[i] = static_cast<double>(counts[i]);
    const double score = Points(seen) / total;
    const auto likelihood = [&](const std::array<double, 5>& chances) {
      double sum = 0;
      for (size_t i = 0; i < 5; ++i) {
        if (counts[i] > 0) sum += seen[i] * std::log(std::max(chances[i], 1e-12));
      }
      return sum;
    };
    double best = -1e300;
    for (int step = 0; step <= 10'000; ++step) {
      const double d = 2 * std::min(score, 1 - score) * step / 10'000;
      const double w = score - d / 2;
      const double l = 1 - score - d / 2;
      best = std::max(best, likelihood({l * l, 2 * l * d, d * d + 2 * w * l, 2 * w * d, w * w}));
    }
    std::array<double, 5> chances = found;
    for (double& cell : chances) cell /= total;
    EXPECT_GE(likelihood(chances), best - 1e-3) << round;
    EXPECT_NEAR(Sum(found), total, 1e-6 * total);
    EXPECT_NEAR(Points(found), Points(seen), 1e-6 * total);
  }
}

TEST(IndependentPairs, AreFiniteAtTheEdges) {
  EXPECT_EQ(Sum(IndependentPairs({})), 0);
  EXPECT_NEAR(IndependentPairs({0, 0, 0, 0, 7})[4], 7, 1e-9);
  EXPECT_NEAR(IndependentPairs({7, 0, 0, 0, 0})[0], 7, 1e-9);
  EXPECT_NEAR(Sum(IndependentPairs({0, 0, 9, 0, 0})), 9, 1e-9);
}

}  // namespace
}  // namespace rookery::stats
