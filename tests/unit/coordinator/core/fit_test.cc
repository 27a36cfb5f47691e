#include "coordinator/core/fit.h"

#include <gtest/gtest.h>

#include <limits>
#include <set>

#include "base/rng.h"
#include "tests/support/sample_fit.h"

namespace rookery::coordinator {
namespace {

using testing::SampleFit;

TEST(FitReport, ComesBackFromItsText) {
  const FitReport report = SampleFit();
  const auto back = DecodeFitReport(EncodeFitReport(report));
  ASSERT_TRUE(back.ok()) << back.status();
  EXPECT_EQ(*back, report);
  FitReport bare;  // the wire lets none in without these two
  bare.start_weights = bare.fitted_weights = "0";
  const auto again = DecodeFitReport(EncodeFitReport(bare));
  ASSERT_TRUE(again.ok()) << again.status();
  EXPECT_EQ(*again, bare);
}

// Any number to the last bit, any word and any line of text.
TEST(FitReport, ComesBackWhateverItHolds) {
  Rng rng(5);
  const auto number = [&rng] {
    const double values[] = {0,
                             -0.0,
                             1.0 / 3,
                             1e-300,
                             -1e300,
                             123456789.123456789,
                             std::numeric_limits<double>::epsilon()};
    return values[rng.Below(std::size(values))];
  };
  const std::string texts[] = {"", "a", "two words", " spaces  kept ", "位置", "pass 1 2", "-"};
  for (int i = 0; i < 200; ++i) {
    FitReport report = SampleFit(i);
    report.k = number();
    report.train.log_loss_after = number();
    report.data = texts[rng.Below(std::size(texts))];
    report.start = texts[rng.Below(std::size(texts))];
    report.anchored = rng.Chance(0.5);
    report.games_known = rng.Chance(0.5);
    report.passes.resize(rng.Below(4), {number(), number()});
    report.weights.resize(rng.Below(4), {"x", "y", 1, -1, number(), number(), number(), 5});
    const auto back = DecodeFitReport(EncodeFitReport(report));
    ASSERT_TRUE(back.ok()) << back.status();
    ASSERT_EQ(*back, report) << EncodeFitReport(report);
  }
}

TEST(FitReport, IsRefusedWhereALineIsBroken) {
  const std::string text = EncodeFitReport(SampleFit());
  for (const char* line : {"what 1\n", "pass x -\n", "pass 1\n", "weight a b 1 2\n", "\n",
                           "train 1 2 3\n", "scale 1 2 3\n"}) {
    const absl::Status status = DecodeFitReport(text + line).status();
    EXPECT_TRUE(absl::IsDataLoss(status)) << line << status;
  }
}

TEST(FitReport, HasAnIdOfItsOwn) {
  std::set<FitId> ids;
  for (int i = 0; i < 50; ++i) ids.insert(FitIdOf(EncodeFitReport(SampleFit(i))));
  EXPECT_EQ(ids.size(), 50u);
  EXPECT_EQ(ids.begin()->size(), 16u);
}

TEST(FitReport, CountsTheWeightsThatMoved) { EXPECT_EQ(MovedWeights(SampleFit()), 2u); }

}  // namespace
}  // namespace rookery::coordinator
