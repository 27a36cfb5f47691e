// Real time, and what a test adds to it: for whole servers, whose threads wait in real time. Any
// thread.
#pragma once

#include <atomic>

#include "base/clock.h"

namespace rookery::testing {

class ForwardClock : public Clock {
 public:
  absl::Time Now() override { return real_.Now() + absl::Nanoseconds(ahead_.load()); }
  int64_t MonotonicNanos() override { return real_.MonotonicNanos() + ahead_.load(); }
  void Advance(absl::Duration duration) { ahead_ += absl::ToInt64Nanoseconds(duration); }

 private:
  RealClock real_;
  std::atomic<int64_t> ahead_ = 0;
};

}  // namespace rookery::testing
