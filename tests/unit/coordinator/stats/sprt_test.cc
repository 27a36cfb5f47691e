#include "coordinator/stats/sprt.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace rookery::stats {
namespace {

Sprt Make(double elo0, double elo1, EloModel model = EloModel::kNormalized) {
  return *Sprt::Create({.elo0 = elo0, .elo1 = elo1, .model = model});
}

TEST(Sprt, HasWaldsBounds) {
  const Sprt even = Make(0, 5);
  EXPECT_NEAR(even.lower(), -2.9444389791664403, 1e-15);
  EXPECT_NEAR(even.upper(), 2.9444389791664403, 1e-15);
  const Sprt uneven = *Sprt::Create({.alpha = 0.05, .beta = 0.1});
  EXPECT_NEAR(uneven.lower(), -2.2512917986, 1e-10);
  EXPECT_NEAR(uneven.upper(), 2.8903717579, 1e-10);
}

TEST(Sprt, DecidesAtTheBoundsThemselves) {
  const Sprt sprt = Make(0, 5);
  EXPECT_EQ(sprt.Decide(sprt.upper()), Verdict::kAccepted);
  EXPECT_EQ(sprt.Decide(sprt.lower()), Verdict::kRejected);
  EXPECT_EQ(sprt.Decide(std::nextafter(sprt.upper(), 0.0)), Verdict::kUndecided);
  EXPECT_EQ(sprt.Decide(0), Verdict::kUndecided);
}

TEST(Sprt, IsTheSameTestWithItsBoundsApart) {
  const Sprt sprt = *Sprt::Create({.elo0 = 0, .elo1 = 5});
  const Sprt apart = sprt.WithBoundsApart(0.5);
  EXPECT_EQ(apart.lower(), sprt.lower() - 0.5);
  EXPECT_EQ(apart.upper(), sprt.upper() + 0.5);
  EXPECT_EQ(apart.Llr({5, 20, 50, 30, 9}), sprt.Llr({5, 20, 50, 30, 9}));
  EXPECT_EQ(apart.Decide(sprt.upper() + 0.4), Verdict::kUndecided);
  EXPECT_EQ(apart.Decide(sprt.upper() + 0.5), Verdict::kAccepted);
  EXPECT_EQ(apart.Decide(sprt.lower() - 0.5), Verdict::kRejected);
}

TEST(Sprt, RefusesBadBoundsByName) {
  const auto message = [](const SprtBounds& bounds) {
    return std::string(Sprt::Create(bounds).status().message());
  };
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THAT(message({.elo0 = nan}), testing::StartsWith("elo0:"));
  EXPECT_THAT(message({.elo1 = 10001}), testing::StartsWith("elo1:"));
  EXPECT_THAT(message({.elo1 = 1001, .model = EloModel::kLogistic}), testing::StartsWith("elo1:"));
  EXPECT_THAT(message({.elo0 = 5, .elo1 = 5}), testing::StartsWith("elo1:"));
  EXPECT_THAT(message({.elo0 = 5, .elo1 = std::nextafter(5.0, 6.0)}), testing::StartsWith("elo1:"));
  EXPECT_THAT(message({.alpha = 1e-320}), testing::StartsWith("alpha:"));
  EXPECT_THAT(message({.alpha = 0.3, .beta = 0.7 - 1e-16}), testing::StartsWith("alpha:"));
  EXPECT_THAT(message({.alpha = 0}), testing::StartsWith("alpha:"));
  EXPECT_THAT(message({.beta = 1}), testing::StartsWith("beta:"));
  EXPECT_THAT(message({.beta = nan}), testing::StartsWith("beta:"));
  EXPECT_THAT(message({.alpha = 0.5, .beta = 0.5}), testing::StartsWith("alpha:"));
}

TEST(Sprt, SaysNothingWithoutPairs) {
  EXPECT_EQ(Make(0, 5).Llr(Pentanomial{}), 0);
  EXPECT_EQ(Make(0, 5).Llr(Trinomial{}), 0);
}

TEST(Sprt, IsAntisymmetricInTheSides) {
  const Pentanomial counts{20, 80, 250, 120, 30};
  const Pentanomial mirrored{30, 120, 250, 80, 20};
  for (const EloModel model : {EloModel::kNormalized, EloModel::kLogistic}) {
    EXPECT_NEAR(Make(-3, 7, model).Llr(counts), -Make(-7, 3, model).Llr(mirrored), 1e-9);
  }
}

TEST(Sprt, StaysFiniteWhereOthersDoNot) {
  // fastchess prints NaN for both of the first two.
  const Pentanomial wild[] = {{144, 3, 1, 0, 0},
                              {0, 0, 0, 0, 1},
                              {1, 0, 0, 0, 0},
                              {0, 0, 1'000'000'000, 0, 0},
                              {500'000'000, 0, 0, 0, 500'000'000}};
  const std::pair<double, double> bounds[] = {
      {-1500, -500}, {-500, -100}, {-10000, 10000}, {0, 0.001}, {9999, 10000}};
  for (const Pentanomial& counts : wild) {
    for (const auto& [elo0, elo1] : bounds) {
      EXPECT_TRUE(std::isfinite(Make(elo0, elo1).Llr(counts))) << elo0 << " " << counts[0];
    }
    EXPECT_TRUE(std::isfinite(Make(-1000, 1000, EloModel::kLogistic).Llr(counts)));
  }
}

}  // namespace
}  // namespace rookery::stats
