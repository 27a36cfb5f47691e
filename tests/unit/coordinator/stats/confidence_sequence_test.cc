#include "coordinator/stats/confidence_sequence.h"

#include <gtest/gtest.h>

namespace rookery::stats {
namespace {

TEST(ConfidenceSequence, IsTheWholeRangeWithoutPairs) {
  const Interval score = AlwaysValidScore({});
  EXPECT_EQ(score.low, 0);
  EXPECT_EQ(score.high, 1);
  EXPECT_FALSE(AlwaysValidElo({}).has_value());
}

TEST(ConfidenceSequence, CostsAboutTwiceTheFixedWidth) {
  const Pentanomial counts{372, 17511, 39320, 17934, 399};
  const Interval always = *AlwaysValidElo(counts);
  const Interval fixed = *FixedReport(counts).elo;
  const double ratio = (always.high - always.low) / (fixed.high - fixed.low);
  EXPECT_GT(ratio, 1.5);
  EXPECT_LT(ratio, 2.2);
  EXPECT_NEAR(always.value, fixed.value, 1e-4);
}

TEST(ConfidenceSequence, IsAntisymmetricInTheSides) {
  const Interval here = AlwaysValidScore({5, 60, 400, 300, 90});
  const Interval there = AlwaysValidScore({90, 300, 400, 60, 5});
  EXPECT_NEAR(here.low, 1 - there.high, 1e-9);
  EXPECT_NEAR(here.high, 1 - there.low, 1e-9);
}

TEST(ConfidenceSequence, HoldsForOneSidedResults) {
  const Interval won = AlwaysValidScore({0, 0, 0, 0, 1'000'000});
  EXPECT_GT(won.low, 0.99);
  EXPECT_EQ(won.high, 1);
}

}  // namespace
}  // namespace rookery::stats
