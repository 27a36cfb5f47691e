// That a lease with candidates fits the message that it is sent as: else it would never arrive.
#include <gtest/gtest.h>

#include "coordinator/core/lease_size.h"
#include "coordinator/core/limits.h"
#include "proto/wire/bounds.h"
#include "rookery/v1/workers.pb.h"

namespace rookery::coordinator {
namespace {

TEST(LeaseMessage, HoldsTheCandidatesOfTheLongestLease) {
  EXPECT_EQ(MostPairs(0), limits::kMaxPairsPerLease);
  EXPECT_EQ(MostPairs(1), limits::kMaxPairsPerLease);
  EXPECT_EQ(MostPairs(1'000'000'000), 1);
  for (const size_t parameters : {limits::kMaxTuneParameters, limits::kMaxRaceParameters}) {
    v1::Lease lease;
    for (int i = 0; i < MostPairs(parameters); ++i) {
      lease.add_pair_indices(limits::kMaxPairs - 1);
      v1::Candidate& candidate = *lease.add_candidates();
      for (size_t p = 0; p < parameters; ++p) {
        candidate.add_dev(-wire::kMaxTuneValue);
        candidate.add_base(wire::kMaxTuneValue);
      }
    }
    EXPECT_LT(lease.ByteSizeLong(), static_cast<size_t>(wire::kMaxMessageBytes) * 9 / 10);
    EXPECT_GT(lease.ByteSizeLong(), static_cast<size_t>(wire::kMaxMessageBytes) / 2);
  }
}

}  // namespace
}  // namespace rookery::coordinator
