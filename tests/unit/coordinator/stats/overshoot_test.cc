#include "coordinator/stats/overshoot.h"

#include <gtest/gtest.h>

namespace rookery::stats {
namespace {

Overshoot AfterRecords() {
  Overshoot overshoot(8);
  overshoot.Update(8, -0.5);
  overshoot.Update(16, -0.25);
  overshoot.Update(24, 0.5);
  return overshoot;
}

TEST(Overshoot, DrawsBothBoundsIn) {
  const Sprt sprt = *Sprt::Create({});
  const Overshoot overshoot = AfterRecords();
  EXPECT_DOUBLE_EQ(overshoot.Lower(sprt), sprt.lower() + 0.25);
  EXPECT_DOUBLE_EQ(overshoot.Upper(sprt), sprt.upper() - 0.25);
  EXPECT_EQ(overshoot.Decide(sprt, sprt.upper() - 0.2), Verdict::kAccepted);
  EXPECT_EQ(overshoot.Decide(sprt, sprt.lower() + 0.2), Verdict::kRejected);
  EXPECT_EQ(overshoot.Decide(sprt, 0), Verdict::kUndecided);
}

TEST(Overshoot, IsHeldBackByWhatIsToBeExpected) {
  const Sprt sprt = *Sprt::Create({.elo0 = 0, .elo1 = 30});
  EXPECT_EQ(MostDrawnIn(sprt, Pentanomial{}, 8), 0);
  const Pentanomial counts{16, 219, 530, 219, 16};
  // t moves by sqrt(2) 30 / 347.4 from one bound to the other, so the LLR's deviation over 8 pairs
  // is 0.345, whatever the counts.
  EXPECT_NEAR(MostDrawnIn(sprt, counts, 8), 0.5826 * 0.3454, 1e-3);
  EXPECT_NEAR(MostDrawnIn(sprt, counts, 100'000), sprt.upper() / 2, 1e-12);
  Overshoot overshoot(8);
  overshoot.Update(8, 1.5);  // one record, which by itself would draw the bound in by 0.75
  EXPECT_NEAR(overshoot.Upper(sprt), sprt.upper() - 0.75, 1e-12);
  EXPECT_EQ(overshoot.Upper(sprt, 0.2), sprt.upper() - 0.2);
  EXPECT_EQ(overshoot.Lower(sprt, 0.2), sprt.lower());
  EXPECT_EQ(overshoot.Decide(sprt, 2.8, 0.2), Verdict::kAccepted);
  EXPECT_EQ(overshoot.Decide(sprt, 2.7, 0.2), Verdict::kUndecided);
}

TEST(Overshoot, IgnoresTheSameCountAgain) {
  Overshoot overshoot = AfterRecords();
  overshoot.Update(24, 2);
  EXPECT_EQ(overshoot.above().record, 0.5);
}

TEST(Overshoot, StartsAnewAfterASkippedBatch) {
  Overshoot overshoot = AfterRecords();
  overshoot.Update(48, 1.5);
  EXPECT_TRUE(overshoot.valid());
  EXPECT_EQ(overshoot.above().record, 1.5);
  EXPECT_EQ(overshoot.above().heights, 0.5);
}

TEST(Overshoot, GivesUpForGoodWhenPairsAreVoidedOrBatchesCut) {
  const Sprt sprt = *Sprt::Create({});
  Overshoot voided = AfterRecords();
  voided.Update(16, 0.1);
  Overshoot cut = AfterRecords();
  cut.Update(27, 0.6);
  for (Overshoot* overshoot : {&voided, &cut}) {
    EXPECT_FALSE(overshoot->valid());
    overshoot->Update(32, 1);
    EXPECT_EQ(overshoot->Upper(sprt), sprt.upper());
  }
}

}  // namespace
}  // namespace rookery::stats
