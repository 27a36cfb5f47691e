#include "worker/match/time_scale.h"

#include <gtest/gtest.h>

namespace rookery::worker {
namespace {

TEST(TimeScale, IsTheReferenceOverTheMachinesSpeed) {
  EXPECT_EQ(*TimeScale(0, 0), 1);
  EXPECT_EQ(*TimeScale(0, 123), 1);
  EXPECT_DOUBLE_EQ(*TimeScale(1'000'000, 500'000), 2);
  EXPECT_DOUBLE_EQ(*TimeScale(1'000'000, 4'000'000), 0.25);
}

TEST(TimeScale, RefusesWhatCannotBeRight) {
  EXPECT_EQ(TimeScale(1'000'000, 0).status().code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_EQ(TimeScale(1'000'000, 49'000).status().code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_EQ(TimeScale(1'000'000, 2.1e7).status().code(), absl::StatusCode::kFailedPrecondition);
}

TEST(TimeScale, ScalesTimesToAMillisecondAndNothingElse) {
  SideLimits limits;
  limits.per_move.nodes = 1000;
  limits.per_move.movetime_ms = 333;
  limits.clock.periods = {{40, 60'000, 0}, {0, 1, 3}};
  limits.clock.margin_ms = 20;
  const SideLimits scaled = Scaled(limits, 0.3333);
  EXPECT_EQ(scaled.per_move.nodes, 1000);
  EXPECT_EQ(scaled.per_move.movetime_ms, 111);
  const std::vector<Period> periods = {{40, 19'998, 0}, {0, 1, 1}};  // 0.33 ms isn't nothing
  EXPECT_EQ(scaled.clock.periods, periods);
  EXPECT_EQ(scaled.clock.margin_ms, 20);
  EXPECT_EQ(Scaled(limits, 1).clock, limits.clock);
}

}  // namespace
}  // namespace rookery::worker
