#include "coordinator/core/run_fold.h"

#include <gtest/gtest.h>

#include "base/rng.h"
#include "tests/support/coordinator_builders.h"

namespace rookery::coordinator {
namespace {

RunSpec SpecThatLooksEvery(uint32_t every) {
  RunSpec spec = testing::TestSpec();
  spec.sprt = stats::SprtBounds{0, 30, 0.05, 0.05, stats::EloModel::kNormalized};
  spec.decide_every = every;
  spec.max_pairs = 20'000;
  return spec;
}

std::vector<int> Results(uint64_t seed) {
  Rng rng(seed);
  std::vector<int> results;
  for (int pair = 0; pair < 20'000; ++pair) {
    results.push_back(1 + static_cast<int>(rng.Below(3)) + (rng.Chance(0.1) ? 1 : 0));
  }
  return results;
}

// Counts `pairs` results from the ledger's prefix on and folds them.
void Feed(const RunFold& fold, const std::vector<int>& results, uint64_t pairs, RunLedger& ledger,
          RunTotals& totals) {
  const uint64_t first = totals.prefix;
  for (uint64_t index = first; index < first + pairs; ++index) {
    PairSummary pair;
    pair.half_points = results[index];
    ledger.Count(index, pair);
  }
  fold.Advance(&ledger, &totals);
}

// The rule of the correction, on whole batches alone.
RunTotals Naive(const RunSpec& spec, const std::vector<int>& results) {
  const stats::Sprt sprt = *stats::Sprt::Create(*spec.sprt);
  stats::Overshoot overshoot(spec.decide_every);
  RunTotals totals;
  while (totals.verdict == stats::Verdict::kUndecided) {
    for (uint32_t i = 0; i < spec.decide_every; ++i) {
      ++totals.pentanomial[static_cast<size_t>(results[totals.prefix++])];
    }
    totals.llr = sprt.Llr(totals.pentanomial);
    overshoot.Update(static_cast<int64_t>(totals.prefix), totals.llr);
    totals.verdict = overshoot.Decide(
        sprt, totals.llr, stats::MostDrawnIn(sprt, totals.pentanomial, spec.decide_every));
  }
  return totals;
}

TEST(RunFold, DrawsTheBoundsInWhereItLooksEveryFewPairsHoweverReportsWereCut) {
  const RunSpec spec = SpecThatLooksEvery(32);
  const stats::Sprt sprt = *stats::Sprt::Create(*spec.sprt);
  int drawn_in = 0;
  for (uint64_t seed = 1; seed <= 20; ++seed) {
    const std::vector<int> results = Results(seed);
    const RunTotals naive = Naive(spec, results);
    for (const uint64_t cut : {1, 7, 500}) {
      RunLedger ledger(0, spec.max_pairs, spec.max_pairs);
      RunTotals totals;
      while (totals.verdict == stats::Verdict::kUndecided) {
        Feed(*RunFold::Create(spec), results, cut, ledger, totals);
      }
      EXPECT_EQ(totals.prefix, naive.prefix);
      EXPECT_EQ(totals.llr, naive.llr);
      EXPECT_EQ(totals.verdict, naive.verdict);
    }
    drawn_in += sprt.Decide(naive.llr) == stats::Verdict::kUndecided;
  }
  EXPECT_GT(drawn_in, 0);  // some verdict fell that the plain bounds would have put off
}

TEST(RunFold, LooksAtThePlainBoundsAfterEveryPairOfOtherTests) {
  const RunSpec spec = SpecThatLooksEvery(1);
  const stats::Sprt sprt = *stats::Sprt::Create(*spec.sprt);
  RunLedger ledger(0, spec.max_pairs, spec.max_pairs);
  RunTotals totals;
  Feed(*RunFold::Create(spec), Results(1), spec.max_pairs, ledger, totals);
  EXPECT_NE(sprt.Decide(totals.llr), stats::Verdict::kUndecided);
  EXPECT_EQ(totals.overshoot, stats::OvershootState());
}

TEST(RunFold, LeavesATestFromBeforeTheCorrectionWithoutIt) {
  const RunSpec spec = SpecThatLooksEvery(32);
  const stats::Sprt sprt = *stats::Sprt::Create(*spec.sprt);
  for (uint64_t seed = 1; seed <= 5; ++seed) {
    RunLedger ledger(0, spec.max_pairs, spec.max_pairs);
    RunTotals totals;
    totals.overshoot.valid = false;
    Feed(*RunFold::Create(spec), Results(seed), spec.max_pairs, ledger, totals);
    EXPECT_NE(sprt.Decide(totals.llr), stats::Verdict::kUndecided);
    EXPECT_FALSE(totals.overshoot.Anew().valid);  // nor when its pairs are folded anew
  }
}

}  // namespace
}  // namespace rookery::coordinator
