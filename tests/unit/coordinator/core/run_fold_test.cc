#include "coordinator/core/run_fold.h"

#include <gtest/gtest.h>

#include "base/rng.h"
#include "coordinator/stats/replaced_pairs.h"
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

// Twins that differ in the price alone: the one that paid looks at bounds so much further out.
TEST(RunFold, MovesTheBoundsOutWherePairsWereVoidedThatItHadLookedAt) {
  const stats::Pentanomial looked_at = {16, 219, 530, 219, 16};
  for (const uint32_t every : {1U, 32U}) {
    const RunSpec spec = SpecThatLooksEvery(every);
    const RunFold fold = *RunFold::Create(spec);
    const stats::Sprt sprt = *stats::Sprt::Create(*spec.sprt);
    uint64_t later = 0;
    for (uint64_t seed = 1; seed <= 5; ++seed) {
      RunTotals paid;
      paid.prefix = 1000;
      fold.ChargeVoid(looked_at, 125, &paid);
      EXPECT_EQ(paid.looked, 1000u);
      EXPECT_EQ(paid.apart, stats::PriceOfReplacing(sprt, looked_at, 125, 1000));
      EXPECT_GT(paid.apart, 0.5);
      paid.prefix = 0;
      RunTotals plain;
      RunLedger paid_ledger(0, spec.max_pairs, spec.max_pairs);
      RunLedger plain_ledger(0, spec.max_pairs, spec.max_pairs);
      Feed(fold, Results(seed), spec.max_pairs, paid_ledger, paid);
      Feed(fold, Results(seed), spec.max_pairs, plain_ledger, plain);
      EXPECT_GE(paid.prefix, plain.prefix);
      later += paid.prefix - plain.prefix;
      EXPECT_NE(paid.verdict, stats::Verdict::kUndecided);
      if (every == 1) {
        EXPECT_EQ(sprt.WithBoundsApart(paid.apart).Decide(paid.llr), paid.verdict);
      }
    }
    EXPECT_GT(later, 100u);
  }
}

TEST(RunFold, ChargesForWhatItHadLookedAtThoughTheFrontHasFallenBack) {
  const RunFold fold = *RunFold::Create(SpecThatLooksEvery(1));
  const stats::Pentanomial looked_at = {16, 219, 530, 219, 16};
  RunTotals totals;
  totals.prefix = 1000;
  fold.ChargeVoid(looked_at, 50, &totals);
  const double once = totals.apart;
  totals.prefix = 3;
  fold.ChargeVoid(looked_at, 50, &totals);
  EXPECT_EQ(totals.looked, 1000u);
  EXPECT_EQ(totals.apart, 2 * once);
}

TEST(RunFold, ChargesAMatchNothing) {
  RunSpec spec = SpecThatLooksEvery(1);
  spec.sprt.reset();
  RunTotals totals;
  totals.prefix = 10;
  RunFold::Create(spec)->ChargeVoid({1, 2, 3, 2, 2}, 4, &totals);
  EXPECT_EQ(totals.apart, 0);
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
