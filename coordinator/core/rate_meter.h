// How much happened in the last minute: twelve buckets of five seconds. Pure; one thread at a time.
#pragma once

#include <array>
#include <cstdint>

#include "absl/time/time.h"

namespace rookery::coordinator {

class RateMeter {
 public:
  void Add(uint64_t amount, absl::Time now);
  // A second, over the last minute, or since the first Add if that is shorter (at least 5 s).
  double PerSecond(absl::Time now) const;

 private:
  static constexpr int64_t kBuckets = 12;
  static constexpr int64_t kBucketSeconds = 5;
  static int64_t SlotOf(absl::Time time) { return absl::ToUnixSeconds(time) / kBucketSeconds; }

  std::array<uint64_t, kBuckets> amounts_{};
  std::array<int64_t, kBuckets> slots_{};  // which five seconds the amount belongs to
  absl::Time first_ = absl::InfiniteFuture();
};

}  // namespace rookery::coordinator
