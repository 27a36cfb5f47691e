#include "coordinator/stats/still_inside.h"

#include <gtest/gtest.h>

namespace rookery::stats {
namespace {

// The slow twin: each by itself, by the exit law.
TEST(StillInside, IsTheMeanOfTheExitLaws) {
  for (const double upper : {0.3, 2.9, 6.0}) {
    std::vector<BoundedMotion> motions;
    for (const double drift : {-0.4, -0.05, -0.01, 0.0, 0.002, 0.03, 0.2, 0.9}) {
      motions.push_back({.lower = -2.25, .upper = upper, .drift = drift, .variance = 0.015});
    }
    const StillInside still(motions);
    for (double time = 0.5; time < 20'000; time *= 1.3) {
      double share = 0;
      for (const BoundedMotion& motion : motions) {
        share += WorseProbability(motion, time, motion.upper) -
                 WorseProbability(motion, time, motion.lower);
      }
      EXPECT_NEAR(still.Share(time), share / static_cast<double>(motions.size()), 1e-5)
          << upper << " " << time;
    }
  }
}

TEST(StillInside, IsANumberForAnyDrift) {
  for (const double drift : {-1e4, -50.0, 50.0, 1e4}) {
    const StillInside still({{.lower = -2.9, .upper = 2.9, .drift = drift, .variance = 0.015}});
    for (const double time : {1e-3, 1.0, 100.0, 1e6}) {
      const double share = still.Share(time);
      EXPECT_TRUE(share >= 0 && share <= 1) << drift << " " << time;
    }
  }
}

}  // namespace
}  // namespace rookery::stats
