#include "coordinator/stats/replaced_pairs.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "coordinator/stats/exit_law.h"
#include "coordinator/stats/law.h"
#include "coordinator/stats/llr_motion.h"

namespace rookery::stats {
namespace {

const Pentanomial kCounts = {16, 219, 530, 219, 16};

double VarianceOf(const Sprt& sprt) {
  return MotionOf(sprt.bounds(), MomentsOf(MakeSample(kCounts).law).variance, 2).variance;
}

// P(between the bounds all the time until then), from the law of the exit.
double Stays(const Sprt& sprt, double drift, double pairs) {
  const BoundedMotion motion{
      .lower = sprt.lower(), .upper = sprt.upper(), .drift = drift, .variance = VarianceOf(sprt)};
  return WorseProbability(motion, pairs, sprt.upper()) -
         WorseProbability(motion, pairs, sprt.lower());
}

// The factor that it makes up for, reckoned from the exit law: the share of the replaced pairs
// pulls the other way while the test stays open.
TEST(PriceOfReplacing, PaysForStayingInsideWithPairsThatAreReplaced) {
  const Sprt sprt = *Sprt::Create({.elo0 = 0, .elo1 = 30});
  const double drift = VarianceOf(sprt) / 2;
  for (const int64_t looked : {40, 100, 200, 400, 800, 1600}) {
    for (const double share : {0.02, 0.125, 0.3, 0.5}) {
      const auto replaced = static_cast<int64_t>(share * static_cast<double>(looked));
      const double part = static_cast<double>(replaced) / static_cast<double>(looked);
      const double pairs = static_cast<double>(looked);
      const double factor = Stays(sprt, drift * (1 - 2 * part), pairs) / Stays(sprt, drift, pairs);
      const double price = PriceOfReplacing(sprt, kCounts, replaced, looked);
      EXPECT_GE(price, std::min(std::log(factor), kMostPrice)) << looked << " " << share;
      if (price < kMostPrice && looked >= 400) {  // all but a constant
        EXPECT_LT(price, std::log(factor) + 0.25) << share;
      }
    }
  }
}

TEST(PriceOfReplacing, IsNothingForNoneAndForAllOfThem) {
  const Sprt sprt = *Sprt::Create({.elo0 = 0, .elo1 = 5});
  EXPECT_EQ(PriceOfReplacing(sprt, kCounts, 0, 1000), 0);
  EXPECT_EQ(PriceOfReplacing(sprt, kCounts, 1000, 1000), 0);  // it begins again, from nothing
  EXPECT_EQ(PriceOfReplacing(sprt, {}, 3, 10), 0);
  EXPECT_DOUBLE_EQ(PriceOfReplacing(sprt, kCounts, 100, 1000), 45 * VarianceOf(sprt));
  // Pairs that all ended alike show no spread, and would cost without end.
  EXPECT_LE(PriceOfReplacing(sprt, {0, 0, 5000, 0, 0}, 500, 5000), kMostPrice);
  EXPECT_LT(PriceOfReplacing(sprt, {0, 0, 4, 0, 0}, 1, 4), 0.01);
}

}  // namespace
}  // namespace rookery::stats
