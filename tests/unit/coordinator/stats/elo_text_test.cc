#include "coordinator/stats/elo_text.h"

#include <gtest/gtest.h>

#include <cmath>

#include "coordinator/stats/elo_scale.h"

namespace rookery::stats {
namespace {

TEST(EloText, HasNoNumberWhereTheModelEnds) {
  EXPECT_EQ(EloText({318.9, 177.9, 784.7}), "+318.9 [+177.9, +784.7]");
  EXPECT_EQ(EloText({318.9, 177.9, 1000}), "+318.9, at least +177.9");
  EXPECT_EQ(EloText({1199.8, 300, 1199.8}), "at least +300.0");
  EXPECT_EQ(EloText({-20, -1000, -3.04}), "-20.0, at most -3.0");
  EXPECT_EQ(EloText({12, -1000, 1000}), "");
}

// Whatever a report can come to at its ends, of either kind.
TEST(EloText, LeavesOutTheEndsOfEveryReport) {
  EXPECT_EQ(KnownElo(ScoreToEloClamped(1)), std::nullopt);
  EXPECT_EQ(KnownElo(ScoreToEloClamped(0)), std::nullopt);
  EXPECT_EQ(KnownElo(std::nan("")), std::nullopt);
  EXPECT_EQ(KnownElo(-999.9), -999.9);
  const auto sprt = Sprt::Create({0, 5, 0.05, 0.05, EloModel::kNormalized});
  ASSERT_TRUE(sprt.ok());
  for (const Pentanomial& one_sided : {Pentanomial{0, 0, 0, 0, 40}, Pentanomial{40, 0, 0, 0, 0}}) {
    for (const Report& report : {FixedReport(one_sided), SequentialReport(*sprt, one_sided)}) {
      ASSERT_TRUE(report.elo.has_value());
      const std::string text = EloText(*report.elo);
      EXPECT_TRUE(text.empty() || text.starts_with("at ")) << text;
    }
  }
}

}  // namespace
}  // namespace rookery::stats
