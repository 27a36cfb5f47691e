#include "tuner/optim/race_tuner.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "base/rng.h"
#include "base/status.h"
#include "tests/support/landscape.h"

namespace rookery::optim {
namespace {

// Candidates of one parameter, whose value is their index; how strong they are is the test's.
Space OneParameter(size_t count) {
  return {{"p", ValueType::kInteger, 0, 0, static_cast<double>(count - 1), 1, 0}};
}

TunerOptions Options(size_t count, uint64_t seed = 5) {
  TunerOptions options;
  options.method = Method::kRace;
  options.pairs = 100'000;
  options.seed = seed;
  for (size_t i = 0; i < count; ++i) options.candidates.push_back({static_cast<double>(i)});
  return options;
}

Outcome Points(int half_points) {
  Outcome outcome;
  outcome.pairs[static_cast<size_t>(half_points)] = 1;
  return outcome;
}

// A pair between two candidates of known Elo, at 61 % draws.
int PlayPair(const std::vector<double>& elo, const Duel& duel, Rng& rng) {
  const double score =
      (elo[static_cast<size_t>(duel.plus[0])] - elo[static_cast<size_t>(duel.minus[0])]) /
      kEloPerScore;
  int half_points = 0;
  for (int game = 0; game < 2; ++game) {
    const double draw = rng.Uniform();
    const double win = (0.39 + score) / 2;
    half_points += draw < win ? 2 : draw < win + 0.61 ? 1 : 0;
  }
  return half_points;
}

int Leader(const Optimiser& tuner) {
  return static_cast<int>(tuner.estimate().parameters[0].value);
}

TEST(RaceTuner, GivesGamesToThoseInQuestionAndPutsTheHopelessOut) {
  const std::vector<double> elo = {0, 20, 24, -60, -80, 5, -100, 10};
  RaceTuner tuner(OneParameter(elo.size()), Options(elo.size()));
  Rng rng(3);
  std::map<int, int> late;
  for (uint64_t number = 0; number < 6000; ++number) {
    const Duel duel = tuner.Ask(number);
    EXPECT_NE(duel.plus, duel.minus);
    if (number > 3000) {
      ++late[static_cast<int>(duel.plus[0])];
      ++late[static_cast<int>(duel.minus[0])];
    }
    tuner.Tell(duel, Points(PlayPair(elo, duel, rng)));
  }
  EXPECT_TRUE(Leader(tuner) == 1 || Leader(tuner) == 2);
  for (const size_t hopeless : {3U, 4U, 6U}) {
    EXPECT_TRUE(tuner.estimate().candidates[hopeless].out) << hopeless;
    EXPECT_LT(late[static_cast<int>(hopeless)], 30);
  }
  EXPECT_GT(late[1] + late[2], 4000);
  EXPECT_FALSE(tuner.estimate().candidates[static_cast<size_t>(Leader(tuner))].out);
  EXPECT_LT(tuner.estimate().noise_floor, 4);
}

// The same posterior without matrices: conjugate directions would be Gibbs' means, each in turn.
TEST(RaceTuner, EstimatesAreThoseOfASlowTwin) {
  RaceTuner tuner(OneParameter(4), Options(4));
  Rng rng(8);
  double scores[4] = {};
  double met[4][4] = {};
  double squares = 0;
  for (uint64_t number = 0; number < 200; ++number) {
    const Duel duel = tuner.Ask(number);
    const int half_points = static_cast<int>(rng.Below(5));
    tuner.Tell(duel, Points(half_points));
    const auto a = static_cast<size_t>(duel.plus[0]);
    const auto b = static_cast<size_t>(duel.minus[0]);
    const double y = (half_points - 2) / 2.0;
    scores[a] += y;
    scores[b] -= y;
    met[a][b] += 1;
    met[b][a] += 1;
    squares += y * y;
  }
  const double variance = (squares + 20) / 300;
  const double prior = 10 / kEloPerScore;
  double mean[4] = {};
  for (int sweep = 0; sweep < 20'000; ++sweep) {
    for (size_t i = 0; i < 4; ++i) {
      double pull = scores[i];
      double weight = variance / (prior * prior);
      for (size_t j = 0; j < 4; ++j) {
        pull += met[i][j] * mean[j];
        weight += met[i][j];
      }
      mean[i] = pull / weight;
    }
  }
  for (size_t i = 0; i < 4; ++i) {
    EXPECT_NEAR(tuner.estimate().candidates[i].elo, kEloPerScore * (mean[i] - mean[0]), 1e-6);
  }
}

TEST(RaceTuner, OrderOfArrivalChangesNotABit) {
  const std::vector<double> elo = {0, 3, 6};
  RaceTuner forth(OneParameter(3), Options(3));
  std::vector<std::pair<Duel, Outcome>> log;
  Rng rng(4);
  for (uint64_t number = 0; number < 300; ++number) {
    const Duel duel = forth.Ask(number);
    log.emplace_back(duel, Points(PlayPair(elo, duel, rng)));
    forth.Tell(log.back().first, log.back().second);
  }
  for (size_t i = log.size(); i > 1; --i) std::swap(log[i - 1], log[rng.Below(i)]);
  RaceTuner shuffled(OneParameter(3), Options(3));
  for (const auto& [duel, outcome] : log) shuffled.Tell(duel, outcome);
  EXPECT_EQ(shuffled.Save(), forth.Save());
  EXPECT_EQ(shuffled.Ask(1000).plus, forth.Ask(1000).plus);
}

TEST(RaceTuner, ARestoredRaceGoesOnWithTheSameNumbersAndOtherBytesAreRefused) {
  const std::vector<double> elo = {0, 3, 6, -4};
  RaceTuner tuner(OneParameter(4), Options(4));
  Rng rng(6);
  for (uint64_t number = 0; number < 500; ++number) {
    const Duel duel = tuner.Ask(number);
    tuner.Tell(duel, Points(PlayPair(elo, duel, rng)));
    if (number % 100 != 7) continue;
    RaceTuner restored(OneParameter(4), Options(4));
    ASSERT_TRUE(restored.Restore(tuner.Save()).ok());
    EXPECT_EQ(restored.estimate(), tuner.estimate());
    EXPECT_EQ(restored.Save(), tuner.Save());
    EXPECT_EQ(restored.Ask(number + 1), tuner.Ask(number + 1));
    EXPECT_EQ(restored.estimate().gain, tuner.estimate().gain);
  }
  EXPECT_TRUE(absl::IsDataLoss(RaceTuner(OneParameter(3), Options(3)).Restore(tuner.Save())));
  EXPECT_TRUE(absl::IsDataLoss(RaceTuner(OneParameter(4), Options(4)).Restore("x")));
}

TEST(RaceTuner, CandidatesThatMakeNoRaceAreRefusedByName) {
  const auto refusal = [](std::vector<std::vector<double>> candidates) {
    TunerOptions options = Options(2);
    options.candidates = std::move(candidates);
    const auto made = MakeOptimiser({{"p", ValueType::kInteger, 0, 0, 9, 1, 0}}, options);
    return made.ok() ? "" : Message(made.status());
  };
  EXPECT_EQ(refusal({{0}, {9}}), "");
  EXPECT_NE(refusal({{0}}).find("1 given"), std::string::npos);
  EXPECT_NE(refusal({{0}, {1, 2}}).find("candidates[1]: 2 values"), std::string::npos);
  EXPECT_NE(refusal({{0}, {10}}).find("p is 10; 0 to 9"), std::string::npos);
  EXPECT_NE(refusal({{0}, {3}, {3}}).find("the same as candidates[1]"), std::string::npos);
}

}  // namespace
}  // namespace rookery::optim
