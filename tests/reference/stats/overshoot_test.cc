// Sequences through fishtest's update_SPRT; see tests/data/README.md.
#include "coordinator/stats/overshoot.h"

#include <gtest/gtest.h>

#include "tests/reference/stats/golden.h"

namespace rookery::stats {
namespace {

TEST(OvershootGolden, StopsWhereFishtestStops) {
  const nlohmann::json golden = Golden("overshoot.json", "sequences");
  for (const auto& row : golden) {
    const Sprt sprt = *Sprt::Create(BoundsOf(row));
    const int64_t batch = row.at("batch");
    Overshoot overshoot(batch);
    Pentanomial counts{};
    int64_t pairs = 0;
    double llr = 0;
    Verdict verdict = Verdict::kUndecided;
    for (const char digit : row.at("sequence").get<std::string>()) {
      ASSERT_EQ(verdict, Verdict::kUndecided);
      ++counts[static_cast<size_t>(digit - '0')];
      if (++pairs % batch != 0) continue;
      llr = sprt.Llr(counts);
      overshoot.Update(pairs, llr);
      verdict = overshoot.Decide(sprt, llr);
    }
    EXPECT_EQ(pairs, row.at("pairs").get<int64_t>());
    EXPECT_EQ(verdict, row.at("state") == "accepted" ? Verdict::kAccepted : Verdict::kRejected);
    EXPECT_NEAR(llr, row.at("llr").get<double>(), 1e-6);
    const auto& state = row.at("state_after");
    EXPECT_NEAR(overshoot.below().heights, state.at("m0").get<double>(), 1e-6);
    EXPECT_NEAR(overshoot.below().heights_squared, state.at("sq0").get<double>(), 1e-6);
    EXPECT_NEAR(overshoot.above().heights, state.at("m1").get<double>(), 1e-6);
    EXPECT_NEAR(overshoot.above().heights_squared, state.at("sq1").get<double>(), 1e-6);
    if (row.contains("lower")) {
      EXPECT_NEAR(overshoot.Lower(sprt), row.at("lower").get<double>(), 1e-6);
      EXPECT_NEAR(overshoot.Upper(sprt), row.at("upper").get<double>(), 1e-6);
    }
  }
  EXPECT_EQ(golden.size(), 10u);
}

}  // namespace
}  // namespace rookery::stats
