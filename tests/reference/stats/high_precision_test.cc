// Who is right where programs differ: the same formulas in 40-digit arithmetic, every root and
// fixed point settled (high_precision.py), on the inputs of all of fishtest's LLRs. Both are: ours
// and fishtest's settle, so each row holds 1e-9 of the larger of 1 and |LLR|, 1e-6 absolute below
// 50 included. (fastchess's roots for logistic Elo stop at 1e-3, see sprt_test.cc.)
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "coordinator/stats/exit_law.h"
#include "tests/reference/stats/golden.h"

namespace rookery::stats {
namespace {

double LlrOf(const nlohmann::json& row) {
  const Sprt sprt = *Sprt::Create(BoundsOf(row));
  if (IsPentanomial(row)) return sprt.Llr(row.at("counts").get<Pentanomial>());
  return sprt.Llr(row.at("counts").get<Trinomial>());
}

TEST(HighPrecision, GivesOurLlr) {
  const nlohmann::json golden = Golden("high_precision.json", "llr");
  double ours_worst = 0;
  double theirs_worst = 0;
  for (const auto& row : golden) {
    const double exact = row.at("llr");
    const double scale = std::max(1.0, std::abs(exact));
    const double ours = std::abs(LlrOf(row) - exact) / scale;
    const double theirs = std::abs(row.at("fishtest").get<double>() - exact) / scale;
    EXPECT_LT(ours, 1e-9) << row.dump();
    EXPECT_LT(theirs, 1e-9) << row.dump();
    ours_worst = std::max(ours_worst, ours);
    theirs_worst = std::max(theirs_worst, theirs);
  }
  std::printf("%zu rows; off by at most: ours %.2g, fishtest's %.2g\n", golden.size(), ours_worst,
              theirs_worst);
  EXPECT_EQ(golden.size(), 116u);
}

TEST(HighPrecision, GivesOurExitLaw) {
  const nlohmann::json golden = Golden("high_precision.json", "exit_law");
  for (const auto& row : golden) {
    const double sigma = row.at("sigma");
    const BoundedMotion motion{.lower = row.at("a"),
                               .upper = row.at("b"),
                               .drift = row.at("mu"),
                               .variance = sigma * sigma};
    const double exact = row.at("worse");
    EXPECT_NEAR(WorseProbability(motion, row.at("T"), row.at("y")), exact, 1e-12) << row.dump();
    EXPECT_NEAR(row.at("fishtest").get<double>(), exact, 1e-9) << row.dump();
  }
  EXPECT_EQ(golden.size(), 8u);
}

}  // namespace
}  // namespace rookery::stats
