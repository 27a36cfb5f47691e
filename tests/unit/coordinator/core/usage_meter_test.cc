#include "coordinator/core/usage_meter.h"

#include <gtest/gtest.h>

namespace rookery::coordinator {
namespace {

TEST(UsageMeter, ForgetsByAFactorOfEEachFiveMinutes) {
  const absl::Time start = absl::FromUnixSeconds(1'700'000'000);
  UsageMeter meter;
  EXPECT_EQ(meter.At(start), 0);
  meter.Add(100, start);
  EXPECT_NEAR(meter.At(start), 100, 1e-9);
  EXPECT_NEAR(meter.At(start + UsageMeter::kMemory), 36.788, 1e-3);
  meter.Add(10, start + UsageMeter::kMemory);
  EXPECT_NEAR(meter.At(start + UsageMeter::kMemory), 46.788, 1e-3);
}

}  // namespace
}  // namespace rookery::coordinator
