#include "coordinator/core/rate_meter.h"

#include <algorithm>

namespace rookery::coordinator {

void RateMeter::Add(uint64_t amount, absl::Time now) {
  first_ = std::min(first_, now);
  const int64_t slot = SlotOf(now);
  const size_t place = static_cast<size_t>(slot % kBuckets);
  if (slots_[place] != slot) {
    slots_[place] = slot;
    amounts_[place] = 0;
  }
  amounts_[place] += amount;
}

double RateMeter::PerSecond(absl::Time now) const {
  if (first_ > now) return 0;
  const int64_t newest = SlotOf(now);
  uint64_t sum = 0;
  for (size_t place = 0; place < amounts_.size(); ++place) {
    if (slots_[place] > newest - kBuckets && slots_[place] <= newest) sum += amounts_[place];
  }
  const double span =
      std::clamp(absl::ToDoubleSeconds(now - first_), static_cast<double>(kBucketSeconds),
                 static_cast<double>(kBuckets * kBucketSeconds));
  return static_cast<double>(sum) / span;
}

}  // namespace rookery::coordinator
