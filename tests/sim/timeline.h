// Simulated time: what is to happen, in order. Equal times happen in the order in which they were
// put, so the same seed gives the same story. One thread.
#pragma once

#include <cstdint>
#include <functional>
#include <queue>
#include <utility>
#include <vector>

#include "absl/time/time.h"

namespace rookery::sim {

class Timeline {
 public:
  absl::Time now() const { return now_; }
  void At(absl::Time time, std::function<void()> what) {
    queue_.push({time < now_ ? now_ : time, ++count_, std::move(what)});
  }
  void After(absl::Duration delay, std::function<void()> what) {
    At(now_ + delay, std::move(what));
  }
  // False: nothing is left.
  bool RunNext() {
    if (queue_.empty()) return false;
    // Moving out of the top is safe: it is popped at once.
    std::function<void()> what = std::move(const_cast<Entry&>(queue_.top()).what);
    now_ = queue_.top().time;
    queue_.pop();
    what();
    return true;
  }

 private:
  struct Entry {
    absl::Time time;
    uint64_t order;
    std::function<void()> what;
    bool operator<(const Entry& other) const {
      return time != other.time ? time > other.time : order > other.order;
    }
  };
  absl::Time now_ = absl::FromUnixSeconds(1'700'000'000);
  uint64_t count_ = 0;
  std::priority_queue<Entry> queue_;
};

}  // namespace rookery::sim
