#include "tuner/optim/rounding.h"

#include <gtest/gtest.h>

namespace rookery::optim {
namespace {

const Parameter kWide{"p", ValueType::kInteger, 0, -100, 100, 1, 0.002};

// Means over a fine grid of the common number: no chance in the test.
TEST(Rounding, TheMeanDifferenceIsTheProbesAtEveryFraction) {
  for (const double probe : {0.3, 0.5, 0.75, 1.0, 2.6}) {
    for (int fraction = 0; fraction < 20; ++fraction) {
      double sum = 0;
      constexpr int kSteps = 10'000;
      for (int i = 0; i < kSteps; ++i) {
        const Played played = Realise(kWide, 7 + fraction / 20.0, probe, (i + 0.5) / kSteps);
        sum += played.plus - played.minus;
      }
      EXPECT_NEAR(sum / kSteps / (2 * probe), 1, 0.002) << probe << " at " << fraction;
    }
  }
}

// tuning theory's table of common-number rounding: P(a = b) at c = .3 and .5.
TEST(Rounding, SmallProbesOftenPlayAnEngineAgainstItself) {
  const auto identical = [](double probe) {
    int same = 0;
    for (int fraction = 0; fraction < 100; ++fraction) {
      for (int i = 0; i < 100; ++i) {
        const Played played = Realise(kWide, fraction / 100.0, probe, (i + 0.5) / 100);
        if (played.plus == played.minus) ++same;
      }
    }
    return same / 10'000.0;
  };
  EXPECT_NEAR(identical(0.3), 0.40, 0.005);
  EXPECT_NEAR(identical(0.5), 0.00, 0.005);
  EXPECT_EQ(identical(1), 0);
}

TEST(Rounding, WhatIsPlayedStaysInTheRangeAndRealsAreNotRounded) {
  const Played played = Realise(kWide, 99.5, 3, 0.9);
  EXPECT_EQ(played.plus, 100);
  EXPECT_EQ(played.minus, 97);
  const Parameter real{"r", ValueType::kReal, 0.5, 0, 1, 0.1, 0.002};
  EXPECT_DOUBLE_EQ(Realise(real, 0.55, 0.1, 0.7).plus, 0.65);
  EXPECT_EQ(Realise(real, 0.55, -0.6, 0.7).plus, 0);
  EXPECT_EQ(Shipped(kWide, 2.5), 3);
  EXPECT_EQ(Shipped(kWide, 1e9), 100);
  EXPECT_EQ(Shipped(real, 0.123), 0.123);
}

}  // namespace
}  // namespace rookery::optim
