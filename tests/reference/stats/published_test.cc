// Results that people printed in commit messages; see tests/data/README.md.
#include <gtest/gtest.h>

#include <cmath>

#include "coordinator/stats/bound_scales.h"
#include "coordinator/stats/report.h"
#include "tests/reference/stats/golden.h"

namespace rookery::stats {
namespace {

// They print two digits.
constexpr double kPrinted = 0.005 + 1e-9;

double LlrOf(const nlohmann::json& row) {
  const Trinomial games = row.at("tri");
  if (row.at("model") == "bayes") return LegacyBayesLlr(games, row.at("elo0"), row.at("elo1"));
  const Sprt sprt = *Sprt::Create(
      {.elo0 = row.at("elo0"),
       .elo1 = row.at("elo1"),
       .model = row.at("model") == "normalized" ? EloModel::kNormalized : EloModel::kLogistic});
  if (row.at("penta").is_null()) return sprt.Llr(games);
  return sprt.Llr(row.at("penta").get<Pentanomial>());
}

TEST(Published, GivesEveryLlrOfStockfishsTests) {
  const nlohmann::json golden = Golden("published.json", "sequential");
  int rows = 0;
  for (const auto& row : golden) {
    // One was printed without its pairs, which its LLR rests on.
    if (row.at("recomputed").is_null()) continue;
    EXPECT_NEAR(LlrOf(row), row.at("llr").get<double>(), kPrinted) << row.dump();
    ++rows;
  }
  EXPECT_EQ(rows, 599);
}

TEST(Published, GivesEveryFixedMatch) {
  const nlohmann::json golden = Golden("published.json", "fixed");
  for (const auto& row : golden) {
    const Report report = row.at("penta").is_null()
                              ? FixedReport(row.at("tri").get<Trinomial>())
                              : FixedReport(row.at("penta").get<Pentanomial>());
    EXPECT_NEAR(report.elo->value, row.at("elo").get<double>(), kPrinted) << row.dump();
    EXPECT_NEAR(*report.los, row.at("los").get<double>(), 0.0005 + 1e-9) << row.dump();
    if (!row.at("nelo").is_null()) {
      EXPECT_NEAR(report.nelo->value, row.at("nelo").get<double>(), kPrinted) << row.dump();
    }
    if (!row.at("pairs_ratio").is_null()) {
      EXPECT_NEAR(report.pairs_ratio->value, row.at("pairs_ratio").get<double>(), kPrinted)
          << row.dump();
    }
  }
  EXPECT_EQ(golden.size(), 60u);
}

TEST(Published, GivesEveryEloAndLlrOfOpenBench) {
  const nlohmann::json golden = Golden("published.json", "openbench");
  for (const auto& row : golden) {
    const bool pairs = !row.at("penta").is_null();
    const Report report = pairs ? FixedReport(row.at("penta").get<Pentanomial>())
                                : FixedReport(row.at("tri").get<Trinomial>());
    EXPECT_NEAR(report.elo->value, row.at("elo").get<double>(), kPrinted) << row.dump();
    if (!pairs || row.at("llr").is_null()) continue;
    const Sprt sprt = *Sprt::Create({.elo0 = row.at("elo0"), .elo1 = row.at("elo1")});
    EXPECT_NEAR(sprt.Llr(row.at("penta").get<Pentanomial>()), row.at("llr").get<double>(), kPrinted)
        << row.dump();
  }
  EXPECT_EQ(golden.size(), 120u);
}

}  // namespace
}  // namespace rookery::stats
