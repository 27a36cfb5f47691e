#include "cli/test_plan.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace rookery::cli {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::Not;

const stats::Sprt& TenElo() {
  static const stats::Sprt sprt = *stats::Sprt::Create({.elo0 = 0, .elo1 = 10});
  return sprt;
}

TEST(TestPlan, SaysPairsAloneWhereNothingElseIsKnown) {
  const TestPlan plan = MakeTestPlan(TenElo(), {.variance_per_game = 0.0975});
  ASSERT_EQ(plan.rows.size(), 3u);
  const std::vector<std::string> lines = PlanLines(plan);
  EXPECT_THAT(lines, Contains(HasSubstr("half way passes  50.0 %, 5233 pairs expected")));
  EXPECT_THAT(lines, Contains(HasSubstr("61 % draws")));
  EXPECT_THAT(lines, Not(Contains(HasSubstr("core hours"))));
  const auto json = PlanJson(plan);
  EXPECT_TRUE(json.at("from_run").is_null());
  EXPECT_TRUE(json.at("points")[1].at("core_hours").is_null());
}

TEST(TestPlan, SaysHoursAndEnergyOnceALikeRunIsKnown) {
  PlanBasis basis{.variance_per_game = 0.0975, .run = "k3", .seconds_per_game = 3.6, .slots = 4};
  basis.watts = 10;
  const TestPlan plan = MakeTestPlan(TenElo(), basis);
  const TestPlanRow& middle = plan.rows[1];
  EXPECT_NEAR(*middle.core_hours, middle.point.expected_pairs * 0.002, 1e-9);
  EXPECT_NEAR(*middle.hours, *middle.core_hours / 4, 1e-9);
  EXPECT_NEAR(*middle.kwh, *middle.core_hours / 100, 1e-9);
  EXPECT_THAT(PlanLines(plan),
              Contains(HasSubstr("10.5 core hours, 2.62 h on 4 slots, 0.105 kWh")));
  EXPECT_THAT(PlanLines(plan), Contains(HasSubstr("3.6 s a game, as in run k3")));
  const auto json = PlanJson(plan);
  EXPECT_EQ(json.at("from_run"), "k3");
  EXPECT_TRUE(json.at("points")[1].at("kwh").is_number());
}

TEST(TestPlan, EndsWithThePairsThatThereAre) {
  const PlanBasis basis{.variance_per_game = 0.0975, .seconds_per_game = 3.6};
  const TestPlan plan = MakeTestPlan(TenElo(), basis, 1000);
  const std::vector<std::string> lines = PlanLines(plan);
  EXPECT_THAT(lines[1], HasSubstr("95 % by 1000, "));
  EXPECT_THAT(lines[1], HasSubstr("% undecided after all 1000 pairs"));
  EXPECT_LE(*plan.rows[1].core_hours, 2.0);
  EXPECT_GT(PlanJson(plan).at("points")[1].at("undecided"), 0.5);
  EXPECT_THAT(PlanLines(MakeTestPlan(TenElo(), basis, 1'000'000)),
              Not(Contains(HasSubstr("undecided"))));
}

v1::ListWorkersResponse Fleet() {
  v1::ListWorkersResponse workers;
  for (const auto& [state, slots, nps] :
       {std::tuple("idle", 1, 6e6), {"playing", 3, 2e6}, {"away", 100, 9e9}}) {
    v1::Worker& worker = *workers.add_workers();
    worker.set_state(state);
    worker.set_slots(slots);
    worker.set_bench_nps(nps);
  }
  return workers;
}

// The figures of coordinator/query/plan_basis_test.cc: the page must not say others.
TEST(TestPlan, ReckonsFromTheLimitsWhereNothingAlikeWasPlayed) {
  v1::RunSpec spec;
  for (const auto& [moves, base_ms] : {std::pair(40, 60'000), {20, 30'000}}) {
    v1::ClockPeriod& period = *spec.mutable_limits()->add_periods();
    period.set_moves(moves);
    period.set_base_ms(base_ms);
  }
  PlanBasis clocks{.variance_per_game = 0.0975};
  TakeWorkers(Fleet(), spec, clocks);
  EXPECT_EQ(clocks.slots, 4);
  EXPECT_TRUE(clocks.from_limits);
  EXPECT_DOUBLE_EQ(*clocks.seconds_per_game, 180);
  EXPECT_THAT(PlanLines(MakeTestPlan(TenElo(), clocks)),
              Contains(HasSubstr("61 % draws; 180 s a game, if both sides use all")));
  spec.mutable_base()->mutable_limits()->set_nodes(3'000'000);
  spec.set_threads(2);
  PlanBasis odds;
  TakeWorkers(Fleet(), spec, odds);
  EXPECT_DOUBLE_EQ(*odds.seconds_per_game, 300);
  PlanBasis known{.seconds_per_game = 7};
  TakeWorkers(Fleet(), spec, known);
  EXPECT_DOUBLE_EQ(*known.seconds_per_game, 7);
  EXPECT_FALSE(known.from_limits);
}

}  // namespace
}  // namespace rookery::cli
