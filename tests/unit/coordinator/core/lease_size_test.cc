#include "coordinator/core/lease_size.h"

#include <gtest/gtest.h>

#include "coordinator/core/limits.h"

namespace rookery::coordinator {
namespace {

LeaseSizeInput Input() {
  LeaseSizeInput input;
  input.asked = 10'000;
  input.slots = 4;
  input.pair_seconds = 0.5;
  input.target = absl::Seconds(10);
  input.available = 1'000'000;
  input.fleet_slots = 4;
  return input;
}

TEST(LeaseSize, KeepsTheSlotsBusyForTheStatedTime) { EXPECT_EQ(LeaseSize(Input()), 80); }

TEST(LeaseSize, BeginsWithOnePairASlotWhileNothingIsKnown) {
  LeaseSizeInput input = Input();
  input.pair_seconds = 0;
  EXPECT_EQ(LeaseSize(input), 4);
}

TEST(LeaseSize, IsBoundedByWhatWasAskedAndByTheLimit) {
  LeaseSizeInput input = Input();
  input.asked = 7;
  EXPECT_EQ(LeaseSize(input), 7);
  input.asked = -3;
  EXPECT_EQ(LeaseSize(input), 1);
  input = Input();
  input.pair_seconds = 0.0001;
  EXPECT_EQ(LeaseSize(input), limits::kMaxPairsPerLease);
}

TEST(LeaseSize, SharesTheTailAmongTheFleet) {
  LeaseSizeInput input = Input();
  input.available = 100;
  input.fleet_slots = 40;
  EXPECT_EQ(LeaseSize(input), 10);
  input.available = 3;
  EXPECT_EQ(LeaseSize(input), 3);
}

}  // namespace
}  // namespace rookery::coordinator
