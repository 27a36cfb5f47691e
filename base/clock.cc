#include "base/clock.h"

#include <chrono>

namespace rookery {

int64_t RealClock::MonotonicNanos() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

}  // namespace rookery
