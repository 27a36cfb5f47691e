#include "coordinator/stats/elimination_plan.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace rookery::stats {
namespace {

using testing::StartsWith;

EliminationPlan Small() {
  EliminationPlan plan;
  plan.candidates = 5;
  plan.bounds = {.elo0 = 0, .elo1 = 60};
  plan.families = 60;
  return plan;
}

TEST(SimulateElimination, FindsOneBetterCandidateWithFewerPairsThanSeparateTests) {
  const auto cost = SimulateElimination(Small());
  ASSERT_TRUE(cost.ok()) << cost.status();
  EXPECT_LT(cost->pairs, 0.7 * cost->separate_pairs);
  EXPECT_GT(cost->found, 0.8);
  EXPECT_LT(cost->family_error, 0.15);
  EXPECT_EQ(SimulateElimination(Small())->pairs, cost->pairs);  // the same seed
}

TEST(SimulateElimination, SaysItOfEachIfAsked) {
  EliminationPlan plan = Small();
  plan.goal = EliminationGoal::kAll;
  plan.better = 5;
  const auto cost = SimulateElimination(plan);
  ASSERT_TRUE(cost.ok()) << cost.status();
  EXPECT_LT(cost->pairs, cost->separate_pairs);  // each acceptance lowers the bound for the others
  EXPECT_GT(cost->accepted_better, 0.85);
  EXPECT_EQ(cost->family_error, 0);
}

// Shares are of counts: summed by families they came to 1.0000000000000007.
TEST(SimulateElimination, GivesSharesThatAreCountsOverFamilies) {
  EliminationPlan plan = Small();
  plan.bounds = {.elo0 = -5000, .elo1 = 5000};
  for (const int64_t families : {3, 7, 49, 1000}) {
    plan.families = families;
    const EliminationCost cost = *SimulateElimination(plan);
    EXPECT_EQ(cost.found, 1) << families;
    EXPECT_EQ(cost.accepted_better, 1) << families;
  }
}

TEST(SimulateElimination, RefusesByName) {
  const auto refused = [](auto change) {
    EliminationPlan plan = Small();
    change(plan);
    return std::string(SimulateElimination(plan).status().message());
  };
  EXPECT_THAT(refused([](auto& plan) { plan.candidates = 0; }), StartsWith("candidates"));
  EXPECT_THAT(refused([](auto& plan) { plan.better = 6; }), StartsWith("better"));
  EXPECT_THAT(refused([](auto& plan) { plan.families = 0; }), StartsWith("families"));
  EXPECT_THAT(refused([](auto& plan) { plan.batch_pairs = 0; }), StartsWith("batch_pairs"));
  EXPECT_THAT(refused([](auto& plan) { plan.batch_pairs = 1'000'000, plan.families = 10'000; }),
              StartsWith("families"));
  EXPECT_THAT(refused([](auto& plan) { plan.like = {0, 1, 2, 1, 0}; }), StartsWith("like"));
  EXPECT_THAT(refused([](auto& plan) { plan.bounds.elo1 = -1; }), StartsWith("elo1"));
  EXPECT_THAT(refused([](auto& plan) { plan.bounds.elo1 = 0.01; }), StartsWith("families"));
}

}  // namespace
}  // namespace rookery::stats
