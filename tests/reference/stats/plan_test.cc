// fishtest's SPRT calculator and a Monte-Carlo of another author; see tests/data/README.md.
#include "coordinator/stats/plan.h"

#include <gtest/gtest.h>

#include "tests/reference/stats/golden.h"

namespace rookery::stats {
namespace {

SprtBounds PlanBounds(const nlohmann::json& row, const std::string& model) {
  return {.elo0 = row.at("elo0"),
          .elo1 = row.at("elo1"),
          .alpha = row.at("alpha"),
          .beta = row.at("beta"),
          .model = model == "Normalized" || model == "normalized" ? EloModel::kNormalized
                                                                  : EloModel::kLogistic};
}

TEST(PlanGolden, GivesTheCalculatorsProbabilitiesAndGames) {
  const nlohmann::json golden = Golden("planning.json", "calculator");
  for (const auto& row : golden) {
    const double variance = *VariancePerGame(row.at("draw_ratio"), row.at("rms_bias"));
    EXPECT_NEAR(variance, row.at("variance_per_game").get<double>(), 1e-11);
    const Sprt sprt = *Sprt::Create(PlanBounds(row, row.at("model")));
    for (const auto& at : row.at("rows")) {
      const PlanPoint point = PlanTestLogistic(sprt, variance, at.at("true_elo_logistic"));
      EXPECT_NEAR(point.pass_probability, at.at("pass").get<double>(), 1e-8) << at.dump();
      // In the middle of the bounds theirs divides a small difference by a small drift and keeps
      // four digits (next test).
      const bool middle = at.at("frac") == 0.5;
      EXPECT_NEAR(2 * point.expected_pairs / at.at("games").get<double>(), 1, middle ? 2e-4 : 1e-7)
          << at.dump();
      EXPECT_GT(point.pairs_95, point.expected_pairs);
    }
  }
  EXPECT_EQ(golden.size(), 120u);
}

// 50-digit arithmetic gives 196369.52299175830 games, fishtest's calculator 196342.978725.
TEST(PlanGolden, KeepsItsDigitsInTheMiddleOfTheBounds) {
  const nlohmann::json golden = Golden("planning.json", "calculator");
  bool seen = false;
  for (const auto& row : golden) {
    for (const auto& at : row.at("rows")) {
      if (at.at("games") != 196342.978725) continue;
      const Sprt sprt = *Sprt::Create(PlanBounds(row, row.at("model")));
      const double variance = *VariancePerGame(row.at("draw_ratio"), row.at("rms_bias"));
      const PlanPoint point = PlanTestLogistic(sprt, variance, at.at("true_elo_logistic"));
      EXPECT_NEAR(2 * point.expected_pairs, 196369.52299175830, 1e-4);
      seen = true;
    }
  }
  EXPECT_TRUE(seen);
}

TEST(PlanGolden, AgreesWithMonteCarloOfAnotherAuthor) {
  const nlohmann::json golden = Golden("planning.json", "monte_carlo");
  for (const auto& row : golden) {
    const Sprt sprt = *Sprt::Create(PlanBounds(row, row.at("elo_model")));
    const double variance = *VariancePerGame(row.at("draw_ratio"), row.at("rms_bias"));
    const PlanPoint point = PlanTest(sprt, variance, row.at("true_elo"));
    EXPECT_NEAR(point.pass_probability, row.at("pass_brownian").get<double>(), 1e-3);
    EXPECT_NEAR(2 * point.expected_pairs / row.at("games_mc").get<double>(), 1, 0.035)
        << row.dump();
  }
}

}  // namespace
}  // namespace rookery::stats
