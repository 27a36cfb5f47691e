#include "coordinator/loop/core_clock.h"

#include <gtest/gtest.h>

namespace rookery::coordinator {
namespace {

// A host whose wall clock is set, or that sleeps.
class HostClock : public Clock {
 public:
  absl::Time Now() override { return wall_; }
  int64_t MonotonicNanos() override { return absl::ToInt64Nanoseconds(running_); }
  void Run(absl::Duration time) {
    wall_ += time;
    running_ += time;
  }
  void Step(absl::Duration time) { wall_ += time; }

 private:
  absl::Time wall_ = absl::FromUnixSeconds(1'700'000'000);
  absl::Duration running_;
};

TEST(CoreClock, FollowsAStepForwardWhenItIsLookedAt) {
  HostClock host;
  CoreClock clock(&host);
  host.Run(absl::Minutes(1));
  EXPECT_EQ(clock.Now(), host.Now());
  host.Step(absl::Hours(8));
  EXPECT_EQ(host.Now() - clock.Now(), absl::Hours(8));
  EXPECT_EQ(clock.CatchUp(), absl::Hours(8));
  EXPECT_EQ(clock.Now(), host.Now());
  EXPECT_EQ(clock.CatchUp(), absl::ZeroDuration());
}

TEST(CoreClock, NeverGoesBackAndIsNotDrawnByDrift) {
  HostClock host;
  CoreClock clock(&host);
  const absl::Time start = clock.Now();
  host.Step(-absl::Hours(1));
  EXPECT_EQ(clock.CatchUp(), absl::ZeroDuration());
  host.Run(absl::Seconds(10));
  EXPECT_EQ(clock.Now(), start + absl::Seconds(10));
  host.Step(absl::Hours(1) + absl::Seconds(5));
  EXPECT_EQ(clock.CatchUp(), absl::ZeroDuration());
  EXPECT_EQ(clock.Now(), start + absl::Seconds(10));
  clock.Restart();
  EXPECT_EQ(clock.Now(), host.Now());
}

}  // namespace
}  // namespace rookery::coordinator
