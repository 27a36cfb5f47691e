// What the default tuner promises, on landscapes where the truth is known
// (tests/support/landscape.h), its calibration included. Each promise has to hold by two standard
// errors of what was measured, on seeds that nothing was chosen on. The whole table is
// bench_tuner's.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "tests/support/landscape.h"
#include "tuner/optim/planner.h"

namespace rookery::optim {
namespace {

using testing::LandscapeOptions;

struct Sample {
  double mean = 0;
  double error = 0;  // standard error of the mean
};

Sample Summarise(const std::vector<double>& values) {
  Sample sample;
  const auto count = static_cast<double>(values.size());
  for (const double value : values) sample.mean += value / count;
  double squares = 0;
  for (const double value : values) squares += (value - sample.mean) * (value - sample.mean);
  sample.error = std::sqrt(squares / (count * (count - 1)));
  return sample;
}

std::vector<double> Regrets(const LandscapeOptions& landscape, Method method, int64_t games,
                            int seeds) {
  std::vector<double> regrets;
  for (int i = 0; i < seeds; ++i) {
    const uint64_t seed = testing::kFirstReportedSeed + static_cast<uint64_t>(i);
    regrets.push_back(testing::Tune(landscape, method, games / 2, seed).regret);
  }
  return regrets;
}

// Ours is at most `share` of classic SPSA's: shown by two standard errors of the difference.
void ExpectAtMost(double share, const LandscapeOptions& landscape, int64_t games, int seeds,
                  Method method = Method::kRegression) {
  const std::vector<double> classic = Regrets(landscape, Method::kSpsa, games, seeds);
  const std::vector<double> ours = Regrets(landscape, method, games, seeds);
  std::vector<double> excess;
  for (size_t i = 0; i < ours.size(); ++i) excess.push_back(ours[i] - share * classic[i]);
  const Sample over = Summarise(excess);
  EXPECT_LE(over.mean + 2 * over.error, 0)
      << landscape.name << " at " << games << " games: " << Summarise(ours).mean << " +- "
      << Summarise(ours).error << " against classic " << Summarise(classic).mean << " +- "
      << Summarise(classic).error;
}

TEST(TunerEfficiency, LosesAtMostHalfOfClassicSpsaOnParabolas) {
  ExpectAtMost(0.5, {.name = "4 equal"}, 20'000, 32);
  ExpectAtMost(0.5, {.name = "4 equal"}, 200'000, 32);
  ExpectAtMost(0.5, {.name = "4 spread rotated", .spread = 1, .rotated = true}, 200'000, 48);
  ExpectAtMost(0.5, {.name = "4 + 10 dead", .dead = 10}, 100'000, 32);
  ExpectAtMost(0.5, {.name = "16 equal", .active = 16, .probe_elo = 4}, 200'000, 12);
}

TEST(TunerEfficiency, LosesAtMostHalfOfClassicSpsaWhereManyCurvaturesDiffer) {
  ExpectAtMost(0.5, {.name = "16 spread", .active = 16, .probe_elo = 4, .spread = 1}, 60'000, 48);
  ExpectAtMost(0.5, {.name = "16 spread", .active = 16, .probe_elo = 4, .spread = 1}, 600'000, 12);
  ExpectAtMost(
      0.5,
      {.name = "16 spread rotated", .active = 16, .probe_elo = 4, .spread = 1, .rotated = true},
      200'000, 32);
  ExpectAtMost(0.5, {.name = "64 spread", .active = 64, .probe_elo = 8, .spread = 1}, 600'000, 16);
}

// So few games for 64 parameters teach nobody much there: neither is better by two errors.
TEST(TunerEfficiency, LosesNoMoreThanClassicSpsaWhereNothingCanBeLearned) {
  const LandscapeOptions landscape{
      .name = "64 saturating", .active = 64, .probe_elo = 8, .saturation = 60};
  const std::vector<double> classic = Regrets(landscape, Method::kSpsa, 200'000, 32);
  const std::vector<double> ours = Regrets(landscape, Method::kRegression, 200'000, 32);
  std::vector<double> excess;
  for (size_t i = 0; i < ours.size(); ++i) excess.push_back(ours[i] - classic[i]);
  const Sample over = Summarise(excess);
  EXPECT_LE(over.mean - 2 * over.error, 0) << over.mean << " +- " << over.error;
}

TEST(TunerEfficiency, CmaEsLosesLessThanClassicSpsaOnParabolas) {
  ExpectAtMost(0.5, {.name = "4 equal"}, 20'000, 32, Method::kCmaEs);
  ExpectAtMost(1, {.name = "4 equal"}, 200'000, 32, Method::kCmaEs);
  ExpectAtMost(1, {.name = "4 spread rotated", .spread = 1, .rotated = true}, 200'000, 48,
               Method::kCmaEs);
  ExpectAtMost(1, {.name = "16 equal", .active = 16, .probe_elo = 4}, 200'000, 12, Method::kCmaEs);
}

TEST(TunerEfficiency, IsNoWorseThanClassicSpsaWhereTheLossLevelsOff) {
  ExpectAtMost(1, {.name = "4 saturating", .saturation = 20}, 200'000, 64);
  ExpectAtMost(1, {.name = "4 saturating", .saturation = 20}, 600'000, 24);
}

// The bound is for all games of the budget with the probe that was really played, whose cost is
// known here: not as measured.
TEST(TunerEfficiency, ComesWithinAFifthOfTheCramerRaoBoundOfItsProbe) {
  const LandscapeOptions landscape{.name = "4 equal"};
  constexpr int64_t kGames = 200'000;
  std::vector<double> ratios;
  for (uint64_t seed = testing::kFirstReportedSeed; ratios.size() < 384; ++seed) {
    const testing::Tuned tuned = testing::Tune(landscape, Method::kRegression, kGames / 2, seed);
    ratios.push_back(tuned.regret / CramerRao(4, 1 - landscape.draw_rate,
                                              landscape.probe_elo * tuned.square_step, kGames));
  }
  const Sample ratio = Summarise(ratios);
  EXPECT_LE(ratio.mean + 2 * ratio.error, 1.2) << ratio.mean << " +- " << ratio.error;
  EXPECT_GE(ratio.mean + 3 * ratio.error, 0.8)
      << "better than the bound: the landscape or the bound is wrong";
  RecordProperty("ratio", std::to_string(ratio.mean));
  RecordProperty("error", std::to_string(ratio.error));
}

// Also where an unbiased method would lose hundreds of Elo: the plan says what the default loses.
TEST(TunerEfficiency, AStartAtTheOptimumLosesNoMoreThanThePlannedNoiseFloor) {
  struct Case {
    int parameters;
    int64_t games;
    int seeds;
  };
  for (const Case& one : {Case{4, 20'000, 64}, {4, 60'000, 64}, {16, 2'000, 64}, {64, 2'000, 16}}) {
    LandscapeOptions landscape{.name = "at the optimum", .distance = 0};
    landscape.active = one.parameters;
    const Sample loss = Summarise(Regrets(landscape, Method::kRegression, one.games, one.seeds));
    PlanInput input;
    input.parameters = one.parameters;
    input.games = static_cast<double>(one.games);
    input.draw_rate = landscape.draw_rate;
    const auto plan = MakePlan(input);
    ASSERT_TRUE(plan.ok());
    EXPECT_LE(loss.mean + 2 * loss.error, plan->noise_floor)
        << one.parameters << ", " << one.games << ": " << loss.mean << " +- " << loss.error;
    EXPECT_LE(plan->noise_floor, input.distance);
    RecordProperty("loss", std::to_string(loss.mean));
  }
}

// The gain that a tune foretells, where the optimum is many probes away: a parabola through the
// probes alone said half of it on the landscape that levels off.
TEST(TunerEfficiency, ForetellsTheGainFarFromTheStart) {
  for (const LandscapeOptions& landscape :
       {LandscapeOptions{.name = "4 far", .distance = 150},
        LandscapeOptions{.name = "4 far saturating", .saturation = 100, .distance = 150}}) {
    constexpr int kSeeds = 24;
    int within = 0;
    std::vector<double> shares;
    for (uint64_t seed = 0; seed < kSeeds; ++seed) {
      const testing::Tuned tuned =
          testing::Tune(landscape, Method::kRegression, 20'000, testing::kFirstReportedSeed + seed);
      const double gain = tuned.start_regret - tuned.regret;
      within += tuned.last.gain_low <= gain && gain <= tuned.last.gain_high ? 1 : 0;
      shares.push_back(tuned.last.gain / gain);
    }
    EXPECT_GE(within, kSeeds * 8 / 10) << landscape.name;
    EXPECT_NEAR(Summarise(shares).mean, 1, 0.2) << landscape.name;
  }
}

// E[loss] = C n s2 r / 8 of a constant gain (alpha = gamma = 0), within three standard errors.
TEST(TunerEfficiency, SpsasStationaryLossIsThatOfTheTheory) {
  constexpr int kSeeds = 60;
  const LandscapeOptions landscape{.name = "4 equal", .probe_elo = 8, .distance = 0};
  double sum = 0;
  double squares = 0;
  for (int seed = 1; seed <= kSeeds; ++seed) {
    testing::Landscape truth(landscape, static_cast<uint64_t>(seed));
    TunerOptions options;
    options.method = Method::kSpsa;
    options.pairs = 40'000;
    options.seed = static_cast<uint64_t>(seed);
    options.alpha = 1e-9;
    options.gamma = 0;
    Space space = truth.space();
    for (Parameter& p : space) p.type = ValueType::kReal;
    auto tuner = MakeOptimiser(space, options);
    ASSERT_TRUE(tuner.ok()) << tuner.status();
    for (int64_t pair = 0; pair < options.pairs; ++pair) {
      const Duel duel = (*tuner)->Ask(static_cast<uint64_t>(pair));
      Outcome outcome;
      outcome.pairs[static_cast<size_t>(truth.PlayPair(duel))] = 1;
      (*tuner)->Tell(duel, outcome);
    }
    std::vector<double> values;
    for (const ParameterEstimate& one : (*tuner)->estimate().parameters) {
      values.push_back(one.value);
    }
    sum += -truth.Elo(values);
    squares += truth.Elo(values) * truth.Elo(values);
  }
  const double mean = sum / kSeeds;
  const double error = std::sqrt((squares / kSeeds - mean * mean) / (kSeeds - 1));
  EXPECT_NEAR(mean, StationaryLoss(4, 0.39, 0.002), 3 * error);
}

// Candidates of one parameter whose value is their index.
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

double Lost(const std::vector<double>& elo, size_t chosen) {
  return *std::max_element(elo.begin(), elo.end()) - elo[chosen];
}

double RaceRegret(const std::vector<double>& elo, int pairs, uint64_t seed, Rng& rng) {
  TunerOptions options;
  options.method = Method::kRace;
  options.pairs = pairs;
  options.seed = seed;
  for (size_t i = 0; i < elo.size(); ++i) options.candidates.push_back({static_cast<double>(i)});
  const Space space = {{"p", ValueType::kInteger, 0, 0, static_cast<double>(elo.size() - 1), 1, 0}};
  const auto race = MakeOptimiser(space, options);
  for (int k = 0; k < pairs; ++k) {
    const Duel duel = (*race)->Ask(static_cast<uint64_t>(k));
    Outcome outcome;
    outcome.pairs[static_cast<size_t>(PlayPair(elo, duel, rng))] = 1;
    (*race)->Tell(duel, outcome);
  }
  return Lost(elo, static_cast<size_t>((*race)->estimate().parameters[0].value));
}

// With every pair drawn from all candidates alike.
double EqualSharesRegret(const std::vector<double>& elo, int pairs, Rng& rng) {
  std::vector<double> sums(elo.size());
  for (int k = 0; k < pairs; ++k) {
    const uint64_t a = rng.Below(elo.size());
    const uint64_t b = (a + 1 + rng.Below(elo.size() - 1)) % elo.size();
    const Duel duel{0, 0, {static_cast<double>(a)}, {static_cast<double>(b)}};
    const double y = (PlayPair(elo, duel, rng) - 2) / 2.0;
    sums[a] += y;
    sums[b] -= y;
  }
  return Lost(elo, static_cast<size_t>(std::max_element(sums.begin(), sums.end()) - sums.begin()));
}

TEST(TunerEfficiency, ARaceLosesTwoThirdsOfWhatEqualSharesLoseAtMost) {
  std::vector<double> excess;
  for (uint64_t seed = testing::kFirstReportedSeed; excess.size() < 200; ++seed) {
    Rng rng(seed);
    std::vector<double> elo(16);
    for (double& one : elo) one = 6 * testing::Normal(rng);
    const double raced = RaceRegret(elo, 4000, seed, rng);
    excess.push_back(raced - 2.0 / 3 * EqualSharesRegret(elo, 4000, rng));
  }
  const Sample over = Summarise(excess);
  EXPECT_LE(over.mean + 2 * over.error, 0) << over.mean << " +- " << over.error;
}

}  // namespace
}  // namespace rookery::optim
