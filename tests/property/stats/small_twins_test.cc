// Slow, plain twins of what is planned, counted and drawn in: by enumeration, or by drawing.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/rng.h"
#include "coordinator/stats/elimination_plan.h"
#include "coordinator/stats/elo_scale.h"
#include "coordinator/stats/error_spread.h"
#include "coordinator/stats/law.h"
#include "coordinator/stats/llr_motion.h"
#include "coordinator/stats/normal.h"
#include "coordinator/stats/plan.h"

namespace rookery::stats {
namespace {

// Every way in which these pairs may have come of games: of pairs of one point some are two draws.
bool SomePairsGive(const Trinomial& games, const Pentanomial& pairs) {
  for (int64_t twice_drawn = 0; twice_drawn <= pairs[2]; ++twice_drawn) {
    const int64_t split = pairs[2] - twice_drawn;
    const Trinomial made = {2 * pairs[0] + pairs[1] + split, pairs[1] + 2 * twice_drawn + pairs[3],
                            pairs[3] + 2 * pairs[4] + split};
    if (made == games) return true;
  }
  return false;
}

TEST(SmallTwins, AgreeOnWhatGamesPairsCanBe) {
  const Pentanomial pairs = {1, 2, 3, 1, 2};
  int agreeing = 0;
  for (int64_t losses = 0; losses <= 18; ++losses) {
    for (int64_t draws = 0; losses + draws <= 19; ++draws) {
      for (int64_t wins = 0; losses + draws + wins <= 19; ++wins) {
        const Trinomial games = {losses, draws, wins};
        const bool agree = CheckAgree(games, pairs).ok();
        EXPECT_EQ(agree, SomePairsGive(games, pairs)) << losses << " " << draws << " " << wins;
        agreeing += agree;
      }
    }
  }
  EXPECT_EQ(agreeing, 4);
  EXPECT_EQ(Total(pairs), 1 + 2 + 3 + 1 + 2);
}

TEST(SmallTwins, AgreeOnTheVarianceToPlanWith) {
  for (const double draws : {0.0, 0.3, 0.61}) {
    for (const double bias : {0.0, 40.0, 100.0}) {
      // White wins oftener by the bias; the mean of both colours is a half.
      const double shift = EloToScore(bias) - 0.5;
      const double win = (1 - draws) / 2 + shift;
      const double loss = (1 - draws) / 2 - shift;
      const double mean = win + draws / 2;
      const double variance =
          win * (1 - mean) * (1 - mean) + draws * (0.5 - mean) * (0.5 - mean) + loss * mean * mean;
      EXPECT_NEAR(*VariancePerGame(draws, bias), variance, 1e-15) << draws << " " << bias;
    }
  }
  const Pentanomial like = {3, 20, 50, 22, 5};
  double sum = 0;
  double squares = 0;
  for (size_t cell = 0; cell < like.size(); ++cell) {
    for (int64_t pair = 0; pair < like[cell]; ++pair) {
      sum += static_cast<double>(cell) / 4;
      squares += static_cast<double>(cell * cell) / 16;
    }
  }
  EXPECT_NEAR(PlanVariance(like), 2 * (squares / 100 - sum / 100 * sum / 100), 1e-12);
}

TEST(SmallTwins, AgreeOnAPlanInAnotherModelsWords) {
  const double variance = 0.09;
  const double per_elo = kNormalizedPerT / std::sqrt(variance);
  const Sprt normalized = *Sprt::Create({.elo0 = 0, .elo1 = 10});
  const Sprt logistic = *Sprt::Create({.elo0 = 0,
                                       .elo1 = ScoreToElo(0.5 + 10 / per_elo),
                                       .alpha = 0.05,
                                       .beta = 0.05,
                                       .model = EloModel::kLogistic});
  for (const double nelo : {-3.0, 4.0, 12.0}) {
    const double elo = ScoreToElo(0.5 + nelo / per_elo);
    const PlanPoint ours = PlanTestLogistic(normalized, variance, elo);
    const PlanPoint twin = PlanTest(logistic, variance, elo);
    EXPECT_NEAR(ours.pass_probability, twin.pass_probability, 1e-9);
    EXPECT_NEAR(ours.expected_pairs, twin.expected_pairs, 1e-6 * twin.expected_pairs);
    EXPECT_NEAR(ours.true_elo_normalized, nelo, 1e-9);
  }
}

// Mean and variance of one pair's share in the LLR, cell by cell.
TEST(SmallTwins, AgreeOnTheMotionOfTheLlr) {
  const Law law = MakeSample(Pentanomial{16, 200, 530, 230, 24}).law;
  const Moments moments = MomentsOf(law);
  for (const EloModel model : {EloModel::kLogistic, EloModel::kNormalized}) {
    const SprtBounds bounds{.elo0 = 1, .elo1 = 9, .model = model};
    const double per_t = std::sqrt(2 * moments.variance) / kNormalizedPerT;
    const bool logistic = model == EloModel::kLogistic;
    const double s0 = logistic ? EloToScore(1) : 0.5 + 1 * per_t;
    const double s1 = logistic ? EloToScore(9) : 0.5 + 9 * per_t;
    double mean = 0;
    double squares = 0;
    for (size_t i = 0; i < law.size; ++i) {
      const double share = (s1 - s0) * (2 * law.value[i] - s0 - s1) / (2 * moments.variance);
      mean += law.probability[i] * share;
      squares += law.probability[i] * share * share;
    }
    const LlrMotion motion = MotionOf(bounds, moments.variance, 2);
    EXPECT_NEAR(motion.Drift(moments.mean), mean, 1e-14);
    EXPECT_NEAR(motion.variance, squares - mean * mean, 1e-14);
  }
}

// Walks of normal steps between two far bounds.
TEST(SmallTwins, AgreeOnTheMeanExcess) {
  constexpr int kWalks = 20'000;
  constexpr double kFar = 8;
  Rng rng(31);
  double excess = 0;
  for (int walk = 0; walk < kWalks; ++walk) {
    double x = 0;
    while (std::abs(x) < kFar) x += NormalQuantile(rng.Uniform() + 0x1p-54);
    excess += (std::abs(x) - kFar) / kWalks;
  }
  LlrMotion motion;
  motion.variance = 0.25;
  EXPECT_NEAR(motion.MeanExcess(4), excess, 4 * 0.5 / std::sqrt(kWalks));  // a look of one step
}

TEST(SmallTwins, AgreeOnTheVarianceOfANormalLawWithThatInterval) {
  for (const int64_t pairs : {1, 5, 29, 30, 400}) {
    const ErrorSpread spread =
        ErrorSpreadOf(MakeSample(Pentanomial{0, pairs / 3, pairs - pairs / 3, 0, 0}));
    EXPECT_NEAR(kZ95 * std::sqrt(spread.NormalVariance()),
                spread.quantile * std::sqrt(spread.variance), 1e-14);
    EXPECT_EQ(spread.few, pairs < kFewObservations);
  }
}

// A family of one is one test, and its alpha isn't shared.
TEST(SmallTwins, AgreeOnAFamilyOfOne) {
  EliminationPlan plan;
  plan.candidates = 1;
  plan.bounds = {.elo0 = 0, .elo1 = 40};
  plan.families = 1500;
  for (const size_t better : {size_t{0}, size_t{1}}) {
    plan.better = better;
    const EliminationCost cost = *SimulateElimination(plan);
    EXPECT_NEAR(cost.pairs / cost.separate_pairs, 1, 0.1);
    EXPECT_NEAR(better == 1 ? cost.found : 1 - cost.family_error, 0.95, 0.03);
  }
}

}  // namespace
}  // namespace rookery::stats
