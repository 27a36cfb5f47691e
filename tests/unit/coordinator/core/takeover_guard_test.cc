#include "coordinator/core/takeover_guard.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace rookery::coordinator {
namespace {

constexpr absl::Duration kPatience = absl::Seconds(30);

class TakeoverGuardTest : public ::testing::Test {
 protected:
  // A newcomer while the session that is there was heard of just now.
  absl::Duration Meet() { return guard_.Meet(now_ + kPatience, now_); }
  void UseUpTheFreeOnes() {
    for (size_t i = 0; i < limits::kFreeTakeovers; ++i) {
      EXPECT_EQ(Meet(), absl::ZeroDuration());
      now_ += absl::Milliseconds(200);
    }
  }

  absl::Time now_ = absl::FromUnixSeconds(1'700'000'000);
  TakeoverGuard guard_;
};

TEST_F(TakeoverGuardTest, LetsTheFirstOnesInAndMakesTheOthersWaitLongerAndLonger) {
  UseUpTheFreeOnes();
  EXPECT_FALSE(guard_.Contested(now_));
  absl::Duration expected = limits::kFirstTakeoverRetry;
  for (int i = 0; i < 12; ++i) {
    const absl::Duration told = Meet();
    EXPECT_EQ(told, expected);
    EXPECT_TRUE(guard_.Contested(now_));
    now_ += told;
    expected = std::min(2 * expected, limits::kMaxTakeoverRetry);
  }
  EXPECT_EQ(Meet(), limits::kMaxTakeoverRetry);
}

TEST_F(TakeoverGuardTest, LetsInWhoComesBackNowAndThen) {
  for (int i = 0; i < 20; ++i) {
    EXPECT_EQ(Meet(), absl::ZeroDuration());
    now_ += limits::kTakeoverWindow / limits::kFreeTakeovers;
  }
}

TEST_F(TakeoverGuardTest, LetsANewcomerInWhenTheOtherIsSilent) {
  UseUpTheFreeOnes();
  EXPECT_GT(Meet(), absl::ZeroDuration());
  const absl::Time silent_since = now_;
  now_ += kPatience;
  EXPECT_EQ(guard_.Meet(silent_since + kPatience, now_), absl::ZeroDuration());
  EXPECT_GT(Meet(), absl::ZeroDuration());  // the one that it threw out doesn't get in again
}

TEST_F(TakeoverGuardTest, BeginsAnewAfterACalm) {
  UseUpTheFreeOnes();
  EXPECT_EQ(Meet(), limits::kFirstTakeoverRetry);
  EXPECT_EQ(Meet(), 2 * limits::kFirstTakeoverRetry);
  now_ += limits::kTakeoverCalm;
  EXPECT_FALSE(guard_.Contested(now_));
  UseUpTheFreeOnes();
  EXPECT_EQ(Meet(), limits::kFirstTakeoverRetry);
}

TEST_F(TakeoverGuardTest, WarnsOnceInAWhile) {
  EXPECT_TRUE(guard_.TakeWarning(now_));
  now_ += limits::kTakeoverTold / 2;
  EXPECT_FALSE(guard_.TakeWarning(now_));
  now_ += limits::kTakeoverTold / 2;
  EXPECT_TRUE(guard_.TakeWarning(now_));
}

}  // namespace
}  // namespace rookery::coordinator
