#include "worker/match/play_plan.h"

#include <gtest/gtest.h>

namespace rookery::worker {
namespace {

PlayPlan League(Format format, int rounds = 0) {
  PlayPlan plan;
  plan.run_seed = 5;
  plan.book_lines = 100;
  plan.league.emplace();
  plan.league->shape = {.format = format, .engines = 4, .pairs = 10, .rounds = rounds};
  for (const char* name : {"a", "b", "c", "d"}) plan.league->engines.push_back({name, name});
  return plan;
}

TEST(PlannedPair, IsDevAgainstBaseInWhatIsNoLeague) {
  PlayPlan plan;
  plan.book_lines = 10;
  plan.dev.name = "dev";
  const auto pair = PlannedPairOf(plan, 3);
  ASSERT_TRUE(pair.ok());
  EXPECT_EQ(pair->dev, &plan.dev);
  EXPECT_EQ(pair->base, &plan.base);
  EXPECT_EQ(pair->plan.opening, PlanPair(0, 3, 10).opening);
}

TEST(PlannedPair, FollowsFromTheIndexInARoundRobin) {
  const PlayPlan plan = League(Format::kRoundRobin);
  const auto pair = PlannedPairOf(plan, 6 * 2 + 5);  // the last pairing, for the third time
  ASSERT_TRUE(pair.ok());
  EXPECT_EQ(pair->dev->name, "c");
  EXPECT_EQ(pair->base->name, "d");
  EXPECT_EQ(pair->plan.opening, PlanLeaguePair(5, {2, 3}, 2, 100).opening);
  EXPECT_FALSE(PlannedPairOf(plan, 60).ok());
}

TEST(PlannedPair, IsToldInASwiss) {
  PlayPlan plan = League(Format::kSwiss, 3);
  EXPECT_FALSE(PlannedPairOf(plan, 25).ok());
  plan.league->told[25] = {3, 1};
  const auto pair = PlannedPairOf(plan, 25);
  ASSERT_TRUE(pair.ok());
  EXPECT_EQ(pair->dev->name, "d");
  EXPECT_EQ(pair->plan.opening, PlanLeaguePair(5, {3, 1}, 15, 100).opening);
}

}  // namespace
}  // namespace rookery::worker
