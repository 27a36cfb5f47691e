#include "tuner/optim/optimiser.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "base/rng.h"
#include "tests/support/landscape.h"

namespace rookery::optim {
namespace {

constexpr std::array kMethods = {Method::kRegression, Method::kSpsa, Method::kCmaEs};

struct Logged {
  Duel duel;
  Outcome outcome;
  int worker = 0;
};

std::unique_ptr<Optimiser> Fresh(Method method, const Space& space) {
  TunerOptions options;
  options.method = method;
  options.pairs = 2000;
  options.seed = 11;
  auto made = MakeOptimiser(space, options);
  EXPECT_TRUE(made.ok()) << made.status();
  return *std::move(made);
}

// Plays `pairs` pairs, eight of which are out at a time; three workers take turns.
std::vector<Logged> Play(Optimiser* tuner, testing::Landscape* landscape, uint64_t from,
                         uint64_t pairs) {
  std::vector<Logged> log;
  for (uint64_t next = from; next < from + pairs;) {
    const size_t begin = log.size();
    for (int i = 0; i < 8 && next < from + pairs; ++i, ++next) {
      Logged one{tuner->Ask(next), {}, static_cast<int>(next % 3)};
      one.outcome.pairs[static_cast<size_t>(landscape->PlayPair(one.duel))] = 1;
      log.push_back(std::move(one));
    }
    for (size_t i = begin; i < log.size(); ++i) tuner->Tell(log[i].duel, log[i].outcome);
  }
  return log;
}

std::string Replay(Method method, const Space& space, const std::vector<Logged>& log,
                   int without = -1) {
  auto tuner = Fresh(method, space);
  for (const Logged& one : log) {
    if (one.worker != without) tuner->Tell(one.duel, one.outcome);
  }
  return tuner->Save();
}

TEST(Optimiser, ARestoredTunerGoesOnWithTheSameNumbers) {
  for (const Method method : kMethods) {
    testing::Landscape landscape({.active = 5, .dead = 2}, 3);
    auto tuner = Fresh(method, landscape.space());
    for (const uint64_t stop : {7U, 100U, 333U, 1000U}) {
      testing::Landscape twin({.active = 5, .dead = 2}, stop);
      testing::Landscape other = twin;
      Play(tuner.get(), &landscape, 0, stop);
      auto restored = Fresh(method, landscape.space());
      const std::string state = tuner->Save();
      ASSERT_TRUE(restored->Restore(state).ok());
      EXPECT_EQ(restored->Save(), state);
      Play(tuner.get(), &twin, stop, 200);
      Play(restored.get(), &other, stop, 200);
      EXPECT_EQ(tuner->Save(), restored->Save());
      EXPECT_EQ(tuner->Ask(5000), restored->Ask(5000));
    }
  }
}

TEST(Optimiser, ARestoredTunerSaysTheSameOfItselfAfterEachPair) {
  for (const Method method : kMethods) {
    testing::Landscape landscape({.active = 5, .dead = 2}, 3);
    auto tuner = Fresh(method, landscape.space());
    for (uint64_t pair = 0; pair < 400; ++pair) {
      Play(tuner.get(), &landscape, pair, 1);
      auto restored = Fresh(method, landscape.space());
      ASSERT_TRUE(restored->Restore(tuner->Save()).ok());
      ASSERT_EQ(restored->estimate(), tuner->estimate()) << Name(method) << " after " << pair;
    }
  }
}

TEST(Optimiser, TheSameLogGivesTheSameStateAndAPurgeThatOfARunWithoutTheWorker) {
  for (const Method method : kMethods) {
    testing::Landscape landscape({.active = 4}, 5);
    auto tuner = Fresh(method, landscape.space());
    const std::vector<Logged> log = Play(tuner.get(), &landscape, 0, 600);
    EXPECT_EQ(Replay(method, landscape.space(), log), tuner->Save());
    std::vector<Logged> rest = log;
    std::erase_if(rest, [](const Logged& one) { return one.worker == 1; });
    const std::string purged = Replay(method, landscape.space(), log, 1);
    EXPECT_EQ(purged, Replay(method, landscape.space(), rest));
    EXPECT_NE(purged, tuner->Save());
  }
}

TEST(Optimiser, OrderOfArrivalMovesTheEstimateByRoundingErrorsOnly) {
  testing::Landscape landscape({.active = 4}, 5);
  auto tuner = Fresh(Method::kRegression, landscape.space());
  std::vector<Logged> log = Play(tuner.get(), &landscape, 0, 2000);
  Rng rng(9);
  for (size_t i = log.size(); i > 1; --i) std::swap(log[i - 1], log[rng.Below(i)]);
  auto shuffled = Fresh(Method::kRegression, landscape.space());
  for (const Logged& one : log) shuffled->Tell(one.duel, one.outcome);
  for (size_t j = 0; j < 4; ++j) {
    EXPECT_NEAR(shuffled->estimate().parameters[j].value, tuner->estimate().parameters[j].value,
                1e-6);
  }
}

TEST(Optimiser, StatesThatAreDamagedOrAnotherSpacesAreRefused) {
  for (const Method method : kMethods) {
    testing::Landscape landscape({.active = 4}, 5);
    testing::Landscape wider({.active = 5}, 5);
    const std::string state = Fresh(method, landscape.space())->Save();
    EXPECT_TRUE(absl::IsDataLoss(
        Fresh(method, landscape.space())->Restore(state.substr(0, state.size() - 1))));
    EXPECT_TRUE(absl::IsDataLoss(Fresh(method, landscape.space())->Restore(state + "x")));
    EXPECT_TRUE(absl::IsDataLoss(Fresh(method, wider.space())->Restore(state)));
    EXPECT_TRUE(absl::IsDataLoss(Fresh(method, wider.space())->Restore("")));
  }
}

TEST(Optimiser, DuelsKeepToTheRangeAndTheEstimateBeyondItIsSaidToBeAtBound) {
  // The optimum lies at 0; the range ends far below.
  const Space space = {{"p", ValueType::kInteger, -100, -200, -90, 10, 0.002}};
  auto tuner = Fresh(Method::kRegression, space);
  Rng rng(4);
  for (uint64_t i = 0; i < 2000; ++i) {
    const Duel duel = tuner->Ask(i);
    for (const auto& side : {duel.plus, duel.minus}) {
      ASSERT_GE(side[0], -200);
      ASSERT_LE(side[0], -90);
    }
    const double score = (duel.minus[0] * duel.minus[0] - duel.plus[0] * duel.plus[0]) / 20'000;
    Outcome outcome;
    outcome.pairs[rng.Chance(0.5 + std::clamp(score, -0.5, 0.5)) ? 3 : 1] = 1;
    tuner->Tell(duel, outcome);
  }
  EXPECT_TRUE(tuner->estimate().parameters[0].at_bound);
}

TEST(Optimiser, DeadParametersAreSaidToHaveNoSignalWhereThereIsNoProbe) {
  testing::Landscape landscape({.active = 2, .distance = 10}, 5);
  auto tuner = Fresh(Method::kRegression, landscape.space());
  EXPECT_TRUE(tuner->estimate().parameters[0].no_signal);
  EXPECT_TRUE(tuner->estimate().calibrating);
  Play(tuner.get(), &landscape, 0, 2000);
  EXPECT_FALSE(tuner->estimate().parameters[0].no_signal);
  EXPECT_FALSE(tuner->estimate().calibrating);
  EXPECT_TRUE(tuner->estimate().has_forecast);
  EXPECT_LE(tuner->estimate().gain_low, tuner->estimate().gain);
  EXPECT_GE(tuner->estimate().gain_high, tuner->estimate().gain);
}

TEST(Optimiser, OptionsThatMakeNoTunerAreRefusedByName) {
  const Space space = {{"p", ValueType::kInteger, 0, -1, 1, 1, 0}};
  TunerOptions options;
  options.pairs = 100;
  EXPECT_TRUE(MakeOptimiser(space, options).ok());
  options.pairs = 1;
  EXPECT_FALSE(MakeOptimiser(space, options).ok());
  options.pairs = 100;
  options.candidates = {{0}, {1}};
  EXPECT_FALSE(MakeOptimiser(space, options).ok());
  options.candidates.clear();
  options.alpha = 0;
  EXPECT_FALSE(MakeOptimiser(space, options).ok());
  EXPECT_FALSE(MakeOptimiser({}, {}).ok());
}

}  // namespace
}  // namespace rookery::optim
