#include "coordinator/stats/plan.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace rookery::stats {
namespace {

TEST(Plan, GivesTheKnownWorstCase) {
  const Sprt sprt = *Sprt::Create({.elo0 = 0, .elo1 = 5});
  const PlanPoint worst = PlanTest(sprt, 0.1, 2.5);
  EXPECT_NEAR(worst.pass_probability, 0.5, 1e-12);
  EXPECT_NEAR(2 * worst.expected_pairs, 41861, 1);
  EXPECT_NEAR(2 * PlanTest(sprt, 0.2, 0).expected_pairs, 25591, 1);  // whatever the draws
  EXPECT_NEAR(worst.true_elo_normalized, 2.5, 1e-12);
}

TEST(Plan, EndsBy95PercentAsTheExitLawSays) {
  const PlanPoint point = PlanTest(*Sprt::Create({}), 0.1, 5);
  // At elo1 the time's spread is wide: the 95 % point lies between two and three means.
  EXPECT_GT(point.pairs_95, 2 * point.expected_pairs);
  EXPECT_LT(point.pairs_95, 3 * point.expected_pairs);
}

TEST(Plan, EndsWithThePairsThatThereAre) {
  const Sprt sprt = *Sprt::Create({.elo0 = 0, .elo1 = 5});
  const PlanPoint open = PlanTest(sprt, 0.1, 2.5);
  EXPECT_EQ(open.undecided, 0);
  // Cut where 95 % of the tests have ended, 5 % are left, and both verdicts have lost alike.
  const auto by_then = static_cast<int64_t>(open.pairs_95);
  const PlanPoint cut = PlanTest(sprt, 0.1, 2.5, by_then);
  EXPECT_NEAR(cut.undecided, 0.05, 1e-4);
  EXPECT_NEAR(cut.pass_probability, 0.475, 1e-4);
  EXPECT_LT(cut.expected_pairs, open.expected_pairs);
  EXPECT_LE(cut.pairs_95, open.pairs_95);
  const PlanPoint few = PlanTest(sprt, 0.1, 5, 100);
  EXPECT_GT(few.undecided, 0.999);
  EXPECT_LT(few.pass_probability, 1e-3);
  EXPECT_NEAR(few.expected_pairs, 100, 0.1);
  EXPECT_EQ(few.pairs_95, 100);
  // A cap that is never reached changes nothing.
  const PlanPoint far = PlanTest(sprt, 0.1, 2.5, 100'000'000);
  EXPECT_NEAR(far.pass_probability, open.pass_probability, 1e-9);
  EXPECT_DOUBLE_EQ(far.expected_pairs, open.expected_pairs);
  EXPECT_DOUBLE_EQ(far.pairs_95, open.pairs_95);
}

TEST(Plan, StaysFiniteFarOffTheBounds) {
  for (const double elo : {-900.0, -100.0, 100.0, 900.0}) {
    const PlanPoint point = PlanTestLogistic(*Sprt::Create({.elo0 = 0, .elo1 = 0.5}), 0.01, elo);
    EXPECT_TRUE(std::isfinite(point.expected_pairs) && point.expected_pairs > 0) << elo;
    EXPECT_TRUE(std::isfinite(point.pairs_95) && point.pairs_95 > 0) << elo;
  }
}

TEST(Plan, RefusesAnImpossibleVarianceByName) {
  EXPECT_NEAR(*VariancePerGame(0.49, 191), 0.0649182323593707, 1e-15);
  EXPECT_THAT(std::string(VariancePerGame(1, 0).status().message()),
              testing::StartsWith("draw_ratio"));
  EXPECT_THAT(std::string(VariancePerGame(0.9, -1).status().message()),
              testing::StartsWith("rms_bias"));
  EXPECT_FALSE(VariancePerGame(0.95, 300).ok());
}

TEST(Plan, WantsPairsThatSayHowResultsSpread) {
  const auto refusal = [](const Pentanomial& like) {
    return std::string(CheckSpread("like", like).message());
  };
  EXPECT_THAT(refusal({3, 4, 5, 4, 3}), testing::StartsWith("like: 19 pairs say too little"));
  for (size_t cell = 0; cell < 5; ++cell) {
    Pentanomial alike{};
    alike[cell] = 50;
    EXPECT_THAT(refusal(alike), testing::StartsWith("like: all 50 pairs ended alike"));
    alike[(cell + 2) % 5] = 1;
    EXPECT_EQ(refusal(alike), "");
  }
}

TEST(Forecast, NarrowsTowardsTheVerdict) {
  const Sprt sprt = *Sprt::Create({.elo0 = 0, .elo1 = 5});
  const std::optional<Forecast> early = ForecastTest(sprt, {3, 20, 50, 22, 5});
  const std::optional<Forecast> late = ForecastTest(sprt, {30, 700, 2000, 790, 40});
  ASSERT_TRUE(early && late);
  EXPECT_LT(early->pairs_low, early->pairs_median);
  EXPECT_LT(early->pairs_median, early->pairs_high);
  EXPECT_LT(late->pairs_median, early->pairs_median);
  EXPECT_GT(late->accepted, early->accepted);
}

TEST(Forecast, EndsWithThePairsThatAreLeft) {
  const Sprt sprt = *Sprt::Create({.elo0 = 0, .elo1 = 5});
  const Pentanomial counts{30, 700, 2000, 790, 40};
  const Forecast open = *ForecastTest(sprt, counts);
  const Forecast capped = *ForecastTest(sprt, counts, 1000);
  EXPECT_LT(open.undecided, 1e-6);
  EXPECT_GT(capped.undecided, 0.2);
  EXPECT_NEAR(capped.accepted + capped.rejected + capped.undecided, 1, 1e-12);
  EXPECT_LT(capped.accepted, open.accepted);
  EXPECT_EQ(capped.pairs_high, 1000);
  EXPECT_LT(capped.expected_pairs, 1000);
  EXPECT_FALSE(ForecastTest(sprt, counts, 0).has_value());
  // A cap that is never reached changes nothing.
  EXPECT_NEAR(ForecastTest(sprt, counts, 10'000'000)->pairs_median, open.pairs_median,
              2e-3 * open.pairs_median);
}

TEST(Forecast, SaysNothingWithoutResultsOrAfterTheVerdict) {
  const Sprt sprt = *Sprt::Create({.elo0 = 0, .elo1 = 5});
  EXPECT_FALSE(ForecastTest(sprt, {}).has_value());
  EXPECT_FALSE(ForecastTest(sprt, {0, 0, 9, 9, 0}).has_value());
  EXPECT_FALSE(ForecastTest(sprt, {0, 100, 400, 800, 200}).has_value());
}

}  // namespace
}  // namespace rookery::stats
