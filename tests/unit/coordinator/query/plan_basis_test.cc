#include "coordinator/query/plan_basis.h"

#include <gtest/gtest.h>

#include "coordinator/stats/plan.h"
#include "tests/support/view_builders.h"

namespace rookery::coordinator {
namespace {

using testing::TestSpec;
using testing::ViewOf;

Limits Clock() { return {.periods = {{40, 60'000, 0}, {20, 30'000, 0}}}; }

// Of 100 pairs whose games took so many seconds of cores each.
std::shared_ptr<RunView> Played(const RunSpec& spec, const RunId& id, int seconds_per_game) {
  const auto view = ViewOf(spec, id);
  view->run.totals.prefix = 100;
  view->run.totals.counted = 100;
  view->run.totals.pentanomial = {2, 18, 40, 35, 5};
  view->run.totals.core_ms = 200'000 * seconds_per_game;
  return view;
}

// Two workers that are there, of 3 million nodes a second and slot on average, and one that isn't.
std::shared_ptr<CoordinatorView> Fleet(const std::vector<std::shared_ptr<RunView>>& runs) {
  auto view = std::make_shared<CoordinatorView>(*testing::ViewOfRuns(runs));
  std::vector<WorkerView> workers(3);
  workers[0].info.slots = 1;
  workers[0].info.ability.bench_nps = 6e6;
  workers[1].info.slots = 3;
  workers[1].info.ability.bench_nps = 2e6;
  workers[2].info.slots = 100;
  workers[2].info.ability.bench_nps = 9e9;
  workers[0].phase = WorkerPhase::kPlaying;
  workers[1].phase = WorkerPhase::kIdle;
  view->workers = std::make_shared<const WorkerViews>(testing::Shared(workers));
  return view;
}

PlayedBy Alike(const Limits& limits) { return {limits, limits}; }

TEST(PlanBasis, IsTheNewestRunThatIsPlayedAlike) {
  RunSpec spec = TestSpec();
  spec.limits = Clock();
  RunSpec scaled = spec;
  scaled.reference_nps = 1'000'000;
  RunSpec odds = spec;
  odds.base.limits = Limits{.nodes = 100};
  RunSpec threads = spec;
  threads.threads = 2;
  const auto few = Played(spec, "few", 9);
  few->run.totals.prefix = 19;
  const auto view =
      Fleet({few, Played(scaled, "scaled", 3), Played(odds, "odds", 4),
             Played(threads, "threads", 5), Played(spec, "alike", 6), Played(spec, "older", 7)});
  const PlanBasis basis = FindPlanBasis(*view, Alike(Clock()));
  EXPECT_EQ(basis.run, "alike");
  EXPECT_DOUBLE_EQ(*basis.seconds_per_game, 6);
  EXPECT_FALSE(basis.from_limits);
  EXPECT_EQ(basis.slots, 4u);
  EXPECT_DOUBLE_EQ(basis.variance_per_game, stats::PlanVariance({2, 18, 40, 35, 5}));
  EXPECT_EQ(FindPlanBasis(*view, {Clock(), Clock(), 1, 1'000'000}).run, "scaled");
  EXPECT_EQ(FindPlanBasis(*view, {Clock(), Limits{.nodes = 100}}).run, "odds");
  EXPECT_EQ(FindPlanBasis(*view, {Clock(), Clock(), 2}).run, "threads");
}

TEST(PlanBasis, TakesOwnLimitsThatEqualTheRunsForTheSame) {
  RunSpec spec = TestSpec();
  spec.limits = Clock();
  spec.dev.limits = Clock();
  EXPECT_EQ(FindPlanBasis(*Fleet({Played(spec, "same", 2)}), Alike(Clock())).run, "same");
}

TEST(PlanBasis, ReckonsFromTheLimitsWhereNothingAlikeWasPlayed) {
  const auto view = Fleet({});
  const PlanBasis clocks = FindPlanBasis(*view, Alike(Clock()));
  EXPECT_TRUE(clocks.run.empty());
  EXPECT_TRUE(clocks.from_limits);
  EXPECT_DOUBLE_EQ(*clocks.seconds_per_game, 2 * 90);
  EXPECT_DOUBLE_EQ(clocks.variance_per_game, stats::PlanVariance({}));
  // Odds: 90 s here, 60 moves of 3 million nodes at 3 million a second there; two threads each.
  const PlanBasis odds = FindPlanBasis(*view, {Clock(), Limits{.nodes = 3'000'000}, 2});
  EXPECT_DOUBLE_EQ(*odds.seconds_per_game, 2 * (90 + 60));
  // Half the reference's speed... twice the time.
  EXPECT_DOUBLE_EQ(*FindPlanBasis(*view, {Clock(), Clock(), 1, 6'000'000}).seconds_per_game, 360);
  EXPECT_FALSE(FindPlanBasis(*view, Alike({.depth = 8})).seconds_per_game.has_value());
}

TEST(PlanBasis, LooksAtTheNewestRunsAlone) {
  RunSpec spec = TestSpec();
  spec.limits = Clock();
  std::vector<std::shared_ptr<RunView>> runs;
  RunSpec other = spec;
  other.limits = {.nodes = 1};
  for (size_t i = 0; i < kRunsLookedAt; ++i) {
    runs.push_back(Played(other, "r" + std::to_string(i), 1));
  }
  runs.push_back(Played(spec, "old", 6));
  EXPECT_TRUE(FindPlanBasis(*Fleet(runs), Alike(Clock())).run.empty());
  runs.erase(runs.begin());
  EXPECT_EQ(FindPlanBasis(*Fleet(runs), Alike(Clock())).run, "old");
}

}  // namespace
}  // namespace rookery::coordinator
