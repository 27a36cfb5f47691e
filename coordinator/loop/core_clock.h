// The core's time: wall time at the start plus what has passed since. A step of the wall clock back
// never turns it back; a step forward, or the hours of a suspended host, are caught up with by the
// loop's ticks, and leases that were out then are lent anew. Whoever must agree with the core about
// what has expired (the gate) reads this clock. Any thread; the clock beneath isn't owned.
#pragma once

#include <atomic>

#include "base/clock.h"

namespace rookery::coordinator {

class CoreClock : public Clock {
 public:
  explicit CoreClock(Clock* clock) : clock_(clock) { Restart(); }

  absl::Time Now() override {
    return absl::FromUnixNanos(clock_->MonotonicNanos() + offset_nanos_.load());
  }
  int64_t MonotonicNanos() override { return clock_->MonotonicNanos(); }

  // Takes the wall clock's time, whatever it was before: where nothing is going on yet.
  void Restart() { offset_nanos_ = absl::ToUnixNanos(clock_->Now()) - clock_->MonotonicNanos(); }
  // By how much it was behind, if that was a step and no drift; else zero.
  absl::Duration CatchUp() {
    const absl::Duration behind = clock_->Now() - Now();
    if (behind < kStep) return absl::ZeroDuration();
    offset_nanos_ += absl::ToInt64Nanoseconds(behind);
    return behind;
  }
  static constexpr absl::Duration kStep = absl::Seconds(30);

 private:
  Clock* const clock_;
  std::atomic<int64_t> offset_nanos_;
};

}  // namespace rookery::coordinator
