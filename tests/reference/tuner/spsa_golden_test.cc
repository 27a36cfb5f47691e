// SPSA's gains, updates, clipping and arrival out of order against values of fishtest and
// OpenBench (tests/data/spsa.json), to 1e-12 relative.
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>

#include "tuner/optim/parameter_file.h"
#include "tuner/optim/planner.h"
#include "tuner/optim/spsa_schedule.h"

namespace rookery::optim {
namespace {

nlohmann::json Golden() {
  std::ifstream file(std::string(ROOKERY_TEST_DATA) + "/spsa.json");
  EXPECT_TRUE(file.good());
  return nlohmann::json::parse(file);
}

void ExpectSame(double value, double expected) {
  EXPECT_LE(std::abs(value - expected), 1e-12 * std::max(1e-300, std::abs(expected)))
      << value << " instead of " << expected;
}

SpsaOptions OptionsOf(const nlohmann::json& run) {
  return {run.at("alpha"), run.at("gamma"), run.at("A_ratio")};
}

TEST(SpsaGolden, FishtestsCoefficientsAndGainsAreReproduced) {
  int checked = 0;
  const nlohmann::json golden = Golden();
  for (const auto& run : golden.at("fishtest")) {
    const FishtestSchedule schedule(run.at("num_games"), OptionsOf(run));
    EXPECT_EQ(schedule.a, run.at("A"));
    const auto file = ReadParameters(run.at("raw").get<std::string>(), "raw");
    ASSERT_TRUE(file.ok()) << file.status();
    EXPECT_EQ(file->format, FileFormat::kFishtest);
    for (size_t j = 0; j < file->space.size(); ++j) {
      ExpectSame(schedule.CoefficientC(file->space[j]), run.at("params")[j].at("c"));
      ExpectSame(schedule.CoefficientA(file->space[j]), run.at("params")[j].at("a"));
      for (const auto& step : run.at("steps")) {
        const Gains gains = schedule.At(file->space[j], step.at("iter"));
        ExpectSame(gains.c, step.at("cR")[j].at("c"));
        ExpectSame(gains.r, step.at("cR")[j].at("R"));
        ++checked;
      }
    }
  }
  EXPECT_GE(checked, 100);
}

TEST(SpsaGolden, UpdatesUseTheGainsOfDispatchWhateverTheOrderOfArrival) {
  const nlohmann::json golden = Golden();
  for (const auto& run : golden.at("fishtest")) {
    const FishtestSchedule schedule(run.at("num_games"), OptionsOf(run));
    const auto file = ReadParameters(run.at("raw").get<std::string>(), "raw");
    ASSERT_TRUE(file.ok());
    std::vector<double> theta;
    for (const Parameter& p : file->space) theta.push_back(p.start);
    for (const auto& update : run.at("updates")) {
      for (size_t j = 0; j < theta.size(); ++j) {
        const Parameter& p = file->space[j];
        theta[j] = ClassicUpdate(p, theta[j], schedule.At(p, update.at("dispatch_iter")),
                                 update.at("flips")[j], update.at("wins_minus_losses"));
        ExpectSame(theta[j], update.at("theta_after")[j]);
      }
    }
  }
}

TEST(SpsaGolden, OpenBenchsGainsWithTheirFloorAreReproduced) {
  const nlohmann::json golden = Golden();
  for (const auto& run : golden.at("openbench")) {
    for (const auto& row : run.at("rows")) {
      OpenBenchSchedule schedule;
      schedule.options = OptionsOf(run);
      schedule.iterations = run.at("iterations");
      schedule.pairs_per = run.at("pairs_per");
      Parameter p;
      p.type = row.at("type") == "int" ? ValueType::kInteger : ValueType::kReal;
      p.c_end = row.at("c_end");
      p.r_end = row.at("r_end");
      ExpectSame(schedule.CoefficientC(p), row.at("c_value"));
      ExpectSame(schedule.CoefficientA(p), row.at("a_value"));
      const Gains gains = schedule.At(p, row.at("games"));
      ExpectSame(gains.c, row.at("c"));
      ExpectSame(gains.r, row.at("r"));
    }
  }
}

// Values of fishtest's page for new tunes.
TEST(SpsaGolden, FishtestsAutomaticChoiceIsReproduced) {
  const auto expect = [](AutoInput input, double r, double games) {
    const AutoChoice choice = FishtestAuto(input);
    EXPECT_NEAR(choice.r, r, 1e-9 * 1.01);
    EXPECT_NEAR(choice.games, games, 1);
    EXPECT_NEAR(choice.c, input.range / 6, 1e-12);
  };
  expect({.parameters = 1, .range = 100, .draw_rate = 0.739, .precision = 0.5}, .011482832,
         102'117);
  expect({.parameters = 4, .range = 100, .draw_rate = 0.739, .precision = 0.5}, .004649250,
         252'212);
  expect({.parameters = 10, .range = 100, .draw_rate = 0.8, .precision = 0.5}, .003144399, 372'916);
  expect({.parameters = 50, .range = 100, .draw_rate = 0.739, .precision = 1}, .001306894, 897'238);
}

// Figures of docs/guides/tune.md: E[loss] = C n s2 r / 8, and the games that a regret costs.
TEST(SpsaGolden, ThePlannersFiguresAreThoseOfTheTheory) {
  EXPECT_NEAR(StationaryLoss(4, 0.39, 0.002), 0.14, 0.005);
  EXPECT_NEAR(StationaryLoss(16, 0.39, 0.002), 0.54, 0.005);
  EXPECT_NEAR(StationaryLoss(300, 0.39, 0.002), 10.2, 0.05);
  EXPECT_NEAR(CramerRao(4, 0.39, 2, 47'000), 0.5, 0.005);
  EXPECT_NEAR(CramerRao(16, 0.39, 4, 377'000), 0.5, 0.005);
  EXPECT_NEAR(CramerRao(300, 0.39, 15, 8'800'000), 2, 0.02);
}

}  // namespace
}  // namespace rookery::optim
