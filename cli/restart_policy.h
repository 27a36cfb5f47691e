// When a process that died is started again: at once the first time, later with growing delays,
// and not at all after too many deaths in a short time. Pure; one thread.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>

namespace rookery::cli {

class RestartPolicy {
 public:
  static constexpr int kMostInWindow = 5;
  static constexpr int64_t kWindowNanos = 60'000'000'000;
  static constexpr int64_t kFirstDelayNanos = 200'000'000;  // doubled with each death in the window

  // It died at `now`: nanoseconds to wait before the next start, or none to give up.
  std::optional<int64_t> OnDeath(int64_t now_nanos);

 private:
  std::deque<int64_t> deaths_;
};

}  // namespace rookery::cli
