#include "coordinator/scheduler/fair_share.h"

#include <gtest/gtest.h>

#include "tests/support/coordinator_builders.h"

namespace rookery::coordinator {
namespace {

Run RunOf(const std::string& id, int priority, double weight) {
  RunSpec spec = testing::TestSpec();
  spec.priority = priority;
  spec.weight = weight;
  Run run;
  run.id = id;
  run.spec = std::make_shared<const RunSpec>(spec);
  return run;
}

TEST(FairShare, ServesTheHighestPriorityClassAlone) {
  const auto low = RunOf("low", 0, 100);
  const auto high = RunOf("high", 1, 0.01);
  WorkerInfo worker;
  worker.slots = 4;
  Rng rng(1);
  const Choice choice =
      FairShare().Choose({{&low, 10, 0}, {&high, 10, 1000}}, {&worker, "low"}, rng);
  EXPECT_EQ(choice.demand, 1u);
  EXPECT_FALSE(choice.reason.empty());
}

TEST(FairShare, SharesSlotsByWeight) {
  const auto one = RunOf("one", 0, 1);
  const auto three = RunOf("three", 0, 3);
  double busy_one = 0;
  double busy_three = 0;
  Rng rng(1);
  for (int i = 0; i < 400; ++i) {
    WorkerInfo worker;
    worker.slots = 1;
    const Choice choice =
        FairShare().Choose({{&one, 10, busy_one}, {&three, 10, busy_three}}, {&worker, ""}, rng);
    (*choice.demand == 0 ? busy_one : busy_three) += 1;
  }
  EXPECT_NEAR(busy_three / busy_one, 3, 0.1);
}

TEST(FairShare, StaysWithARunUntilAnotherOneIsClearlyWorseOff) {
  const auto here = RunOf("here", 0, 1);
  const auto there = RunOf("there", 0, 1);
  WorkerInfo worker;
  worker.slots = 1;
  Rng rng(1);
  EXPECT_EQ(FairShare().Choose({{&here, 9, 10}, {&there, 9, 9}}, {&worker, "here"}, rng).demand,
            0u);
  EXPECT_EQ(FairShare().Choose({{&here, 9, 40}, {&there, 9, 9}}, {&worker, "here"}, rng).demand,
            1u);
}

TEST(FairShare, SaysSoWhenNothingIsThere) {
  WorkerInfo worker;
  Rng rng(1);
  const Choice choice = FairShare().Choose({}, {&worker, ""}, rng);
  EXPECT_FALSE(choice.demand.has_value());
  EXPECT_EQ(choice.reason, "no run has pairs to lend");
}

}  // namespace
}  // namespace rookery::coordinator
