#include "coordinator/stats/exit_law.h"

#include <gtest/gtest.h>

#include <cmath>

namespace rookery::stats {
namespace {

TEST(ExitLaw, HasWaldsExitProbabilities) {
  EXPECT_NEAR(ExitBelowProbability({.lower = -1, .upper = 3}), 0.75, 1e-14);
  // At elo1 an SPRT's LLR has drift variance / 2; it is rejected with probability beta.
  const double bound = std::log(0.95 / 0.05);
  const BoundedMotion at_elo1{.lower = -bound, .upper = bound, .drift = 0.5, .variance = 1};
  EXPECT_NEAR(ExitBelowProbability(at_elo1), 0.05, 1e-14);
}

TEST(ExitLaw, AgreesWhereItsTwoExpansionsMeet) {
  for (const double drift : {-3.0, -0.4, 0.0, 0.3, 2.0}) {
    for (const double position : {-1.0, -0.5, 0.0, 0.7, 2.0}) {
      const BoundedMotion motion{.lower = -1, .upper = 2, .drift = drift, .variance = 1};
      const double time = 0.1 * 9;  // the switch: (spread / width)^2 = 0.1
      EXPECT_NEAR(WorseProbability(motion, time * (1 - 1e-9), position),
                  WorseProbability(motion, time * (1 + 1e-9), position), 1e-8)
          << drift << " " << position;
    }
  }
}

TEST(ExitLaw, StaysAProbabilityForAnyDrift) {
  for (const double drift : {-1e6, -1e3, -30.0, 30.0, 1e3, 1e6}) {
    for (const double time : {1e-6, 1e-3, 1.0, 1e3}) {
      const BoundedMotion motion{.lower = -2, .upper = 4, .drift = drift, .variance = 1};
      const double worse = WorseProbability(motion, time, 1);
      EXPECT_TRUE(worse >= 0 && worse <= 1) << drift << " " << time << " " << worse;
    }
  }
}

TEST(ExitLaw, FallsWithDriftAndRisesWithPosition) {
  double before = 1;
  for (double drift = -5; drift <= 5; drift += 0.1) {
    const BoundedMotion motion{.lower = -1, .upper = 1, .drift = drift, .variance = 1};
    const double worse = WorseProbability(motion, 0.3, 0.2);
    EXPECT_LE(worse, before + 1e-13);
    EXPECT_LE(worse, WorseProbability(motion, 0.3, 0.3));
    before = worse;
  }
}

TEST(InsideProbability, IsWhatHasLeftNeitherBelowNorAbove) {
  for (const double drift : {-0.3, -0.01, 0.0, 0.02, 0.5}) {
    const BoundedMotion motion{.lower = -2.2, .upper = 2.9, .drift = drift, .variance = 0.015};
    for (double time = 1; time < 5000; time *= 1.4) {
      const double inside = WorseProbability(motion, time, motion.upper) -
                            WorseProbability(motion, time, motion.lower);
      EXPECT_NEAR(InsideProbability(motion, time), inside, 1e-12) << drift << " " << time;
    }
  }
}

}  // namespace
}  // namespace rookery::stats
