// Looking early and testing several at once, by simulation with fixed seeds; bounds lie four
// standard errors off (false failure 6e-5 each).
#include <gtest/gtest.h>

#include <cstdio>
#include <vector>

#include "coordinator/stats/confidence_sequence.h"
#include "coordinator/stats/elimination.h"
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

struct Family {
  bool false_acceptance = false;
  bool found = false;
  double pairs = 0;
};

// Candidates take turns with batches; candidate 0 is the good one, if there is one.
Family RunFamily(const SprtBounds& bounds, EliminationGoal goal, const std::vector<Law>& laws,
                 bool has_good, Rng& rng) {
  Elimination elimination = *Elimination::Create(laws.size(), bounds, goal);
  std::vector<Pentanomial> counts(laws.size());
  Family family;
  while (!elimination.Finished()) {
    for (const size_t candidate : elimination.Running()) {
      if (elimination.state(candidate) != CandidateState::kRunning) continue;
      for (int i = 0; i < 8; ++i) ++counts[candidate][DrawPair(laws[candidate], rng)];
      family.pairs += 8;
      elimination.Update(candidate, counts[candidate]);
    }
  }
  for (size_t i = 0; i < laws.size(); ++i) {
    if (elimination.state(i) != CandidateState::kAccepted) continue;
    (has_good && i == 0 ? family.found : family.false_acceptance) = true;
  }
  return family;
}

// K separate tests with the same family-wise rate, each to its own end.
double PairsOfSeparateTests(SprtBounds bounds, const std::vector<Law>& laws, Rng& rng) {
  bounds.alpha /= static_cast<double>(laws.size());
  const Sprt sprt = *Sprt::Create(bounds);
  double pairs = 0;
  for (const Law& law : laws) {
    pairs += static_cast<double>(SimulateTest(sprt, law, {.batch = 8}, rng).pairs);
  }
  return pairs;
}

TEST(Elimination, KeepsTheFamilysErrorRateAndSavesGames) {
  const SprtBounds bounds{.elo0 = 0, .elo1 = 30};
  constexpr int kRuns = 1000;
  constexpr size_t kCandidates = 8;
  Rng rng(2);
  const std::vector<Law> all_equal(kCandidates, LawOfStrength(0));
  int false_acceptances = 0;
  for (int run = 0; run < kRuns; ++run) {
    false_acceptances +=
        RunFamily(bounds, EliminationGoal::kAll, all_equal, false, rng).false_acceptance;
  }
  std::vector<Law> one_good = all_equal;
  one_good[0] = LawOfStrength(30);
  int found = 0;
  double first = 0;
  double all = 0;
  double separate = 0;
  for (int run = 0; run < kRuns; ++run) {
    const Family family = RunFamily(bounds, EliminationGoal::kFirst, one_good, true, rng);
    found += family.found;
    first += family.pairs / kRuns;
    all += RunFamily(bounds, EliminationGoal::kAll, one_good, true, rng).pairs / kRuns;
    separate += PairsOfSeparateTests(bounds, one_good, rng) / kRuns;
  }
  std::printf(
      "family-wise error %.4f, good one found %.4f; pairs: first %.0f, all %.0f, separate "
      "%.0f\n",
      static_cast<double>(false_acceptances) / kRuns, static_cast<double>(found) / kRuns, first,
      all, separate);
  EXPECT_LE(static_cast<double>(false_acceptances) / kRuns, 0.05 + FourErrors(0.05, kRuns));
  EXPECT_GE(static_cast<double>(found) / kRuns, 0.9);
  EXPECT_LT(first, 0.9 * separate);
  EXPECT_LT(all, 1.02 * separate);
}

}  // namespace
}  // namespace rookery::stats
