// Looking early and testing several at once, by simulation with fixed seeds; bounds lie four
// standard errors off (false failure 6e-5 each).
#include <gtest/gtest.h>

#include <cstdio>
#include <utility>

#include "coordinator/stats/confidence_sequence.h"
#include "coordinator/stats/elimination_plan.h"
#include "tests/statistical/simulate.h"

namespace rookery::stats {
namespace {

double FourErrors(double rate, int runs) { return 4 * std::sqrt(rate * (1 - rate) / runs); }

// The truth leaves the interval at any of many looks with at most 5 %.
TEST(ConfidenceSequence, HoldsAtEveryLookTogether) {
  const Law law = LawOfStrength(10);
  const double truth = MomentsOf(law).mean;
  Rng rng(1);
  constexpr int kRuns = 1000;
  int left = 0;
  for (int run = 0; run < kRuns; ++run) {
    Pentanomial counts{};
    bool out = false;
    int64_t next_look = 1;
    for (int64_t pair = 1; pair <= 10'000 && !out; ++pair) {
      ++counts[DrawPair(law, rng)];
      if (pair < next_look) continue;
      next_look = pair + 1 + pair / 10;
      const Interval score = AlwaysValidScore(counts);
      out = truth < score.low || truth > score.high;
    }
    left += out;
  }
  std::printf("left the confidence sequence: %.4f\n", static_cast<double>(left) / kRuns);
  EXPECT_LE(static_cast<double>(left) / kRuns, 0.05 + FourErrors(0.05, kRuns));
}

EliminationPlan Families(size_t better, EliminationGoal goal) {
  EliminationPlan plan;
  plan.candidates = 8;
  plan.better = better;
  plan.bounds = {.elo0 = 0, .elo1 = 30};
  plan.goal = goal;
  plan.families = 2000;
  plan.seed = 20 + better;
  return plan;
}

EliminationCost CostOf(const EliminationPlan& plan) {
  const EliminationCost cost = *SimulateElimination(plan);
  std::printf(
      "%zu of %zu better, %s: %.0f pairs, separate %.0f (%.2f), family-wise error %.4f, "
      "found %.4f, of the better ones %.4f\n",
      plan.better, plan.candidates, plan.goal == EliminationGoal::kFirst ? "first" : "all",
      cost.pairs, cost.separate_pairs, cost.pairs / cost.separate_pairs, cost.family_error,
      cost.found, cost.accepted_better);
  return cost;
}

TEST(Elimination, KeepsTheFamilysErrorRate) {
  for (const EliminationGoal goal : {EliminationGoal::kFirst, EliminationGoal::kAll}) {
    for (const size_t better : {size_t{0}, size_t{1}}) {
      const EliminationPlan plan = Families(better, goal);
      const double rate = CostOf(plan).family_error;
      EXPECT_LE(rate, 0.05 + FourErrors(0.05, static_cast<int>(plan.families)));
    }
  }
}

TEST(Elimination, FindsOneThatIsBetterWithFewerPairsThanSeparateTests) {
  for (const auto& [better, most] : {std::pair<size_t, double>{1, 0.5}, {3, 0.25}, {8, 0.15}}) {
    const EliminationCost cost = CostOf(Families(better, EliminationGoal::kFirst));
    EXPECT_LT(cost.pairs, most * cost.separate_pairs);
    EXPECT_GE(cost.found, 0.95 - FourErrors(0.05, 2000));
  }
}

TEST(Elimination, SaysItOfEachWithFewerPairsWhereManyAreBetter) {
  const EliminationCost one = CostOf(Families(1, EliminationGoal::kAll));
  EXPECT_LT(one.pairs, 1.02 * one.separate_pairs);
  EXPECT_GE(one.accepted_better, 0.95 - FourErrors(0.05, 2000));
  const EliminationCost eight = CostOf(Families(8, EliminationGoal::kAll));
  EXPECT_LT(eight.pairs, 0.9 * eight.separate_pairs);
  EXPECT_GE(eight.accepted_better, 0.95 - FourErrors(0.05, 16'000));
}

}  // namespace
}  // namespace rookery::stats
