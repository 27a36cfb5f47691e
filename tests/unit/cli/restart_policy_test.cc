#include "cli/restart_policy.h"

#include <gtest/gtest.h>

namespace rookery::cli {
namespace {

constexpr int64_t kSecond = 1'000'000'000;

TEST(RestartPolicy, WaitsLongerWithEachDeathAndThenGivesUp) {
  RestartPolicy policy;
  int64_t last = 0;
  for (int i = 0; i < RestartPolicy::kMostInWindow; ++i) {
    const std::optional<int64_t> delay = policy.OnDeath(i * kSecond);
    ASSERT_TRUE(delay.has_value());
    EXPECT_GT(*delay, last);
    last = *delay;
  }
  EXPECT_EQ(policy.OnDeath(6 * kSecond), std::nullopt);
}

TEST(RestartPolicy, ForgetsOldDeaths) {
  RestartPolicy policy;
  for (int i = 0; i < 100; ++i) {
    EXPECT_EQ(policy.OnDeath(i * 61 * kSecond), RestartPolicy::kFirstDelayNanos);
  }
}

}  // namespace
}  // namespace rookery::cli
