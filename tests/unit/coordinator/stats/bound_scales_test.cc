#include "coordinator/stats/bound_scales.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "coordinator/stats/law.h"

namespace rookery::stats {
namespace {

// The bounds that fishtest's statistics page shows for the run with these results.
TEST(BoundScales, GivesFishtestsPage) {
  ScaleContext context;
  context.sigma_per_game = SigmaPerGame(MakeSample(Pentanomial{372, 17511, 39320, 17934, 399}));
  context.draw_ratio = 73241.0 / 151072;
  const BoundOnScales bound = OnAllScales(2, EloScale::kNormalized, context);
  EXPECT_NEAR(*bound.logistic, 1.010, 5e-4);
  // The page says 1.877, which contradicts its own conversion function (elo_scale_test.cc): at draw
  // elo 183.88 a point of BayesElo is 0.765 of a point.
  EXPECT_NEAR(*bound.bayes, *bound.logistic / 0.76496, 1e-3);
  EXPECT_NEAR(*bound.score, 0.50145, 5e-6);
}

TEST(BoundScales, GoesRoundTheScales) {
  ScaleContext context;
  context.sigma_per_game = 0.3;
  context.draw_ratio = 0.6;
  const BoundOnScales from = OnAllScales(7, EloScale::kLogistic, context);
  EXPECT_NEAR(*OnAllScales(*from.normalized, EloScale::kNormalized, context).logistic, 7, 1e-9);
}

TEST(BoundScales, SaysABayesEloBoundOnTheOtherScales) {
  ScaleContext context;
  context.draw_ratio = 0.5194938532959159;  // draw elo 200
  const BoundOnScales bound = OnAllScales(5, EloScale::kBayes, context);
  EXPECT_EQ(*bound.bayes, 5);
  EXPECT_NEAR(*bound.logistic, 3.650717044879559, 1e-9);  // fishtest's conversion
  context.draw_ratio = 0;
  EXPECT_FALSE(OnAllScales(5, EloScale::kBayes, context).logistic.has_value());
}

TEST(BoundScales, SaysNothingWhereAScaleHasNoPlace) {
  EXPECT_FALSE(OnAllScales(5, EloScale::kLogistic, {}).bayes.has_value());
  EXPECT_FALSE(OnAllScales(5, EloScale::kBayes, {}).logistic.has_value());
  EXPECT_FALSE(OnAllScales(5000, EloScale::kNormalized, {}).logistic.has_value());
}

TEST(BoundScales, GivesFastchesssBayesianLlr) {
  const Trinomial games{68526, 128429, 68965};
  const Sprt sprt = *CreateBayesSprt({.elo0 = 0, .elo1 = 2}, games);
  EXPECT_NEAR(sprt.Llr(games), -1.2626425841, 1e-3);  // their root stops at 1e-3
}

TEST(BoundScales, KeepsTheLegacyLlrFinite) {
  EXPECT_EQ(LegacyBayesLlr({0, 0, 0}, 0, 5), 0);
  for (const Trinomial& games : {Trinomial{0, 0, 9}, Trinomial{0, 1'000'000'000, 0}}) {
    EXPECT_TRUE(std::isfinite(LegacyBayesLlr(games, -1000, 1000)));
  }
}

TEST(BoundScales, RefusesBadBounds) {
  EXPECT_FALSE(CreateBayesSprt({.elo0 = 5, .elo1 = 0}, {1, 2, 3}).ok());
}

TEST(BoundScales, RefusesBayesEloWhereDrawsLeaveNothingToTell) {
  const auto refused = CreateBayesSprt({.elo0 = 0, .elo1 = 5}, {0, 1'000'000'000'000, 0});
  EXPECT_THAT(std::string(refused.status().message()), testing::HasSubstr("score alike"));
}

}  // namespace
}  // namespace rookery::stats
