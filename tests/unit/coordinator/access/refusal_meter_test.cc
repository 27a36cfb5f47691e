#include "coordinator/access/refusal_meter.h"

#include <gtest/gtest.h>

namespace rookery::coordinator {
namespace {

const absl::Time kNow = absl::FromUnixSeconds(1'700'000'000);

TEST(RefusalMeter, NotesABurstThenOneInAWhileWithTheNumberOfTheOthers) {
  RefusalMeter meter;
  for (int i = 0; i < RefusalMeter::kBurst; ++i) EXPECT_EQ(meter.Take(kNow), 0u) << i;
  for (int i = 0; i < 1000; ++i) EXPECT_EQ(meter.Take(kNow), std::nullopt);
  EXPECT_EQ(meter.Take(kNow + RefusalMeter::kEach), 1000u);
  EXPECT_EQ(meter.Take(kNow + RefusalMeter::kEach), std::nullopt);
}

TEST(RefusalMeter, BoundsADayOfFlood) {
  RefusalMeter meter;
  int noted = 0;
  uint64_t told = 0;
  constexpr int kAttempts = 24 * 3600;
  for (int second = 0; second < kAttempts; ++second) {
    const auto others = meter.Take(kNow + absl::Seconds(second));
    if (!others.has_value()) continue;
    ++noted;
    told += *others + 1;
  }
  EXPECT_LE(noted, RefusalMeter::kBurst + kAttempts / 10 + 1);
  EXPECT_GE(noted, kAttempts / 10);
  EXPECT_GE(told, kAttempts - 10u);  // none is lost but those since the last row
}

TEST(RefusalMeter, HasItsBurstAgainAfterAPause) {
  RefusalMeter meter;
  for (int i = 0; i < 100; ++i) (void)meter.Take(kNow);
  const absl::Time later = kNow + absl::Hours(1);
  EXPECT_EQ(meter.Take(later), 70u);
  for (int i = 1; i < RefusalMeter::kBurst; ++i) EXPECT_EQ(meter.Take(later), 0u) << i;
  EXPECT_EQ(meter.Take(later), std::nullopt);
}

TEST(RefusalMeter, CountsAttemptsThatComeTogether) {
  RefusalMeter meter;
  EXPECT_EQ(meter.Take(kNow, 5), 4u);
}

}  // namespace
}  // namespace rookery::coordinator
