// Time as a value that is passed in. Nothing below an app/ folder reads the clock itself: it takes
// a Clock* (not owned) or, in the pure cores, the time as an argument.
// Clock implementations may be called from any thread.
#pragma once

#include <atomic>
#include <cstdint>

#include "absl/time/clock.h"
#include "absl/time/time.h"

namespace rookery {

class Clock {
 public:
  virtual ~Clock() = default;
  // Wall time, for what people see and what is stored. May step.
  virtual absl::Time Now() = 0;
  // Nanoseconds of a clock that never steps back, for measuring.
  virtual int64_t MonotonicNanos() = 0;
};

class RealClock : public Clock {
 public:
  absl::Time Now() override { return absl::Now(); }
  int64_t MonotonicNanos() override;
};

// Stands still until it is told otherwise.
class FakeClock : public Clock {
 public:
  explicit FakeClock(absl::Time start = absl::FromUnixSeconds(1'700'000'000))
      : nanos_(absl::ToUnixNanos(start)) {}
  absl::Time Now() override { return absl::FromUnixNanos(nanos_.load()); }
  int64_t MonotonicNanos() override { return nanos_.load(); }
  void Advance(absl::Duration duration) { nanos_ += absl::ToInt64Nanoseconds(duration); }

 private:
  std::atomic<int64_t> nanos_;
};

}  // namespace rookery
