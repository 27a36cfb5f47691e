#include "tuner/optim/cma_tuner.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <set>

#include "base/rng.h"
#include "tests/support/landscape.h"

namespace rookery::optim {
namespace {

Space SpaceOf(int parameters) {
  Space space;
  for (int j = 0; j < parameters; ++j) {
    space.push_back({"p" + std::to_string(j), ValueType::kReal, 0, -1000, 1000, 10, 0.002});
  }
  return space;
}

TunerOptions Options() {
  TunerOptions options;
  options.method = Method::kCmaEs;
  options.pairs = 10'000;
  options.seed = 3;
  return options;
}

// The same by gradient descent.
Eigen::VectorXd SlowStrengths(const Eigen::MatrixXd& scores, const Eigen::MatrixXd& met) {
  Eigen::VectorXd strengths = Eigen::VectorXd::Zero(scores.rows());
  for (int step = 0; step < 100'000; ++step) {
    for (Eigen::Index i = 0; i < scores.rows(); ++i) {
      double force = -0.1 * strengths[i];
      for (Eigen::Index j = 0; j < scores.rows(); ++j) {
        force += scores(i, j) - met(i, j) * (strengths[i] - strengths[j]);
      }
      strengths[i] += 0.02 * force;
    }
  }
  return strengths;
}

TEST(CmaTuner, StrengthsAreThoseOfASlowTwin) {
  Rng rng(2);
  Eigen::MatrixXd scores = Eigen::MatrixXd::Zero(6, 6);
  Eigen::MatrixXd met = scores;
  for (int k = 0; k < 40; ++k) {
    const auto a = static_cast<Eigen::Index>(rng.Below(6));
    const auto b = static_cast<Eigen::Index>(rng.Below(5));  // the last plays less
    if (a == b) continue;
    const double y = (static_cast<double>(rng.Below(5)) - 2) / 2;
    scores(a, b) += y;
    scores(b, a) -= y;
    met(a, b) += 1;
    met(b, a) += 1;
  }
  EXPECT_LE((Strengths(scores, met) - SlowStrengths(scores, met)).cwiseAbs().maxCoeff(), 1e-9);
}

// The point but for rounding errors, which differ between its duels.
std::vector<int64_t> Coarse(const std::vector<double>& values) {
  std::vector<int64_t> coarse;
  for (const double value : values) coarse.push_back(std::llround(value * 1e6));
  return coarse;
}

// Real values, so that a point is the same in each of its duels.
TEST(CmaTuner, APointMeetsAllOthersOnceInATournamentAndNeverItself) {
  const CmaTuner tuner(SpaceOf(4), Options());
  std::map<std::vector<int64_t>, std::set<std::vector<int64_t>>> met;
  for (uint64_t number = 0; number < 28; ++number) {
    const Duel duel = tuner.Ask(number);
    EXPECT_EQ(duel.clock, 0);
    const auto plus = Coarse(duel.plus);
    const auto minus = Coarse(duel.minus);
    EXPECT_NE(plus, minus);
    EXPECT_TRUE(met[plus].insert(minus).second);
    EXPECT_TRUE(met[minus].insert(plus).second);
  }
  EXPECT_EQ(met.size(), 8u);
  for (const auto& [point, others] : met) EXPECT_EQ(others.size(), 7u);
}

Outcome Points(int half_points) {
  Outcome outcome;
  outcome.pairs[static_cast<size_t>(half_points)] = 1;
  return outcome;
}

TEST(CmaTuner, WithinAGenerationTheOrderOfArrivalMovesNothingButRounding) {
  CmaTuner forth(SpaceOf(4), Options());
  CmaTuner back(SpaceOf(4), Options());
  std::vector<Duel> duels;
  for (uint64_t number = 0; number < 4; ++number) duels.push_back(forth.Ask(number));
  for (size_t i = 0; i < 4; ++i) {
    forth.Tell(duels[i], Points(static_cast<int>(i)));
    back.Tell(duels[3 - i], Points(static_cast<int>(3 - i)));
  }
  EXPECT_EQ(forth.Ask(100).clock, 1);
  for (size_t j = 0; j < 4; ++j) {
    EXPECT_NEAR(forth.estimate().parameters[j].value, back.estimate().parameters[j].value, 1e-9);
    EXPECT_NE(forth.estimate().parameters[j].value, 0);
  }
}

TEST(CmaTuner, LateResultsCountAndMoveNothingAndMakeGenerationsGrow) {
  CmaTuner tuner(SpaceOf(4), Options());
  std::vector<Duel> duels;
  for (uint64_t number = 0; number < 12; ++number) duels.push_back(tuner.Ask(number));
  for (size_t i = 0; i < 4; ++i) tuner.Tell(duels[i], Points(4));
  const double value = tuner.estimate().parameters[0].value;
  for (size_t i = 4; i < 12; ++i) tuner.Tell(duels[i], Points(0));
  EXPECT_EQ(tuner.estimate().pairs, 12);
  EXPECT_EQ(tuner.estimate().parameters[0].value, value);
  EXPECT_EQ(tuner.Ask(12).clock, 1);
  for (uint64_t number = 12; number < 16; ++number) tuner.Tell(tuner.Ask(number), Points(4));
  EXPECT_EQ(tuner.Ask(16).clock, 2);
  // Eight were late, so the next one takes 32 pairs.
  for (uint64_t number = 16; number < 47; ++number) tuner.Tell(tuner.Ask(number), Points(4));
  EXPECT_EQ(tuner.Ask(47).clock, 2);
  tuner.Tell(tuner.Ask(47), Points(4));
  EXPECT_EQ(tuner.Ask(48).clock, 3);
}

TEST(CmaTuner, ALogThatLacksDuelsIsReadToItsEnd) {
  testing::Landscape landscape({.active = 4}, 5);
  CmaTuner tuner(SpaceOf(4), Options());
  CmaTuner purged(SpaceOf(4), Options());
  for (uint64_t number = 0; number < 4000; ++number) {
    const Duel duel = tuner.Ask(number);
    const Outcome outcome = Points(landscape.PlayPair(duel));
    tuner.Tell(duel, outcome);
    if (number % 5 != 0) purged.Tell(duel, outcome);
  }
  EXPECT_EQ(purged.estimate().pairs, 3200);
  EXPECT_LT(landscape.Regret(purged), 5);
}

TEST(CmaTuner, ANarrowRangeIsKeptToAndABoundThatHoldsItBackIsSaid) {
  const Space space = {{"p", ValueType::kInteger, 10, 0, 20, 15, 0}};
  CmaTuner tuner(space, Options());
  for (uint64_t number = 0; number < 2000; ++number) {
    const Duel duel = tuner.Ask(number);
    for (const auto& side : {duel.plus, duel.minus}) {
      ASSERT_GE(side[0], 0);
      ASSERT_LE(side[0], 20);
    }
    tuner.Tell(duel, Points(duel.plus[0] > duel.minus[0] ? 4 : duel.plus == duel.minus ? 2 : 0));
  }
  EXPECT_GT(tuner.estimate().parameters[0].value, 17);
  EXPECT_LE(tuner.estimate().parameters[0].value, 20);
  EXPECT_TRUE(tuner.estimate().parameters[0].at_bound);
}

}  // namespace
}  // namespace rookery::optim
