// Values printed by fishtest b8eecff2; see tests/data/README.md.
#include "coordinator/stats/sprt.h"
#include "coordinator/stats/bound_scales.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tests/reference/stats/golden.h"

namespace rookery::stats {
namespace {

double LlrOf(const nlohmann::json& row) {
  const Sprt sprt = *Sprt::Create(BoundsOf(row));
  if (IsPentanomial(row)) return sprt.Llr(row.at("counts").get<Pentanomial>());
  return sprt.Llr(row.at("counts").get<Trinomial>());
}

TEST(SprtGolden, GivesFishtestsLlrOfRuns) {
  int rows = 0;
  const nlohmann::json golden = Golden("fishtest.json", "sprt");
  for (const auto& row : golden) {
    if (row.at("elo_model") == "BayesElo") continue;
    const double expected = row.at("out").at("LLR");
    // No games: ours is exactly 0, theirs what the regularised cells give (at most 1.1e-6).
    const bool empty = row.at("label") == "all_zero";
    EXPECT_NEAR(LlrOf(row), expected, empty ? 2e-6 : 1e-6) << row.dump();
    ++rows;
  }
  EXPECT_EQ(rows, 73);
}

// Bounds in BayesElo, turned into logistic ones by the results' own draws.
TEST(SprtGolden, GivesFishtestsLlrOfBayesEloBounds) {
  int rows = 0;
  const nlohmann::json golden = Golden("fishtest.json", "sprt");
  for (const auto& row : golden) {
    if (row.at("elo_model") != "BayesElo" || row.at("label") == "all_zero") continue;
    const Trinomial games = row.at("counts").get<Trinomial>();
    const absl::StatusOr<Sprt> sprt = CreateBayesSprt({.elo0 = row.at("elo0"),
                                                       .elo1 = row.at("elo1"),
                                                       .alpha = row.at("alpha"),
                                                       .beta = row.at("beta")},
                                                      games);
    ASSERT_TRUE(sprt.ok()) << sprt.status();
    EXPECT_NEAR(sprt->Llr(games), row.at("out").at("LLR").get<double>(), 1e-6) << row.dump();
    ++rows;
  }
  EXPECT_EQ(rows, 2);
}

TEST(SprtGolden, GivesFishtestsExactLlr) {
  int rows = 0;
  const nlohmann::json golden = Golden("fishtest.json", "llr");
  for (const auto& row : golden) {
    const auto& out = row.at("out");
    const char* key =
        row.at("elo_model") == "normalized" ? "LLR_exact_t_value" : "LLR_exact_GSPRT_MLE";
    const double expected = out.at(key);
    const bool empty = row.at("label") == "all_zero";
    // Absolute where it can decide anything, relative beyond.
    EXPECT_NEAR(LlrOf(row), expected, empty ? 2e-6 : 1e-6 * std::max(1.0, std::abs(expected) / 50))
        << row.dump();
    ++rows;
  }
  EXPECT_EQ(rows, 52);
}

TEST(SprtGolden, GivesFastchesssLlr) {
  struct Row {
    EloModel model;
    double elo0, elo1, alpha, beta;
    Pentanomial counts;
    double llr;
  };
  const Row rows[] = {
      {EloModel::kNormalized, 0, 2, .05, .05, {365, 16618, 36229, 16974, 390}, 2.2503677035},
      {EloModel::kNormalized, -1.75, .25, .05, .05, {127, 4883, 10712, 5150, 104}, 3.0101542048},
      {EloModel::kLogistic, .5, 2.5, .05, .05, {223, 9863, 21279, 10037, 246}, -3.0744228597},
      {EloModel::kNormalized, 0, 2, .05, .05, {379, 10170, 21828, 10640, 343}, 2.9454954309},
      {EloModel::kNormalized, 0, 3, .05, .10, {177, 1629, 3083, 1780, 221}, 2.9128569036},
      {EloModel::kNormalized, 0, 10, .01, .01, {20, 80, 250, 120, 30}, 2.3049376959},
      {EloModel::kNormalized, 0, 5, .05, .05, {0, 0, 0, 0, 5550}, 111.7975550867},
  };
  for (const Row& row : rows) {
    const Sprt sprt = *Sprt::Create({.elo0 = row.elo0,
                                     .elo1 = row.elo1,
                                     .alpha = row.alpha,
                                     .beta = row.beta,
                                     .model = row.model});
    // Their root of the logistic constraint stops at 1e-3; fishtest gives ours (next test).
    const double tolerance = row.model == EloModel::kLogistic ? 5e-4 : 1e-6;
    EXPECT_NEAR(sprt.Llr(row.counts), row.llr, tolerance);
  }
}

}  // namespace
}  // namespace rookery::stats
