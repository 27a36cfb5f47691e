// How much was lent lately: slot-seconds that fade with time, so that what was long ago doesn't
// count against anyone. Pure; one thread at a time.
#pragma once

#include <cmath>

#include "absl/time/time.h"

namespace rookery::coordinator {

class UsageMeter {
 public:
  // After this long a slot-second counts 1/e.
  static constexpr absl::Duration kMemory = absl::Minutes(5);

  void Add(double slot_seconds, absl::Time now) {
    value_ = At(now) + slot_seconds;
    at_ = now;
  }
  double At(absl::Time now) const {
    return value_ * std::exp(-absl::ToDoubleSeconds(now - at_) / absl::ToDoubleSeconds(kMemory));
  }

 private:
  double value_ = 0;
  absl::Time at_;
};

}  // namespace rookery::coordinator
