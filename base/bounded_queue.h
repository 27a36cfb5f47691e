// A queue with a bound between threads. A full queue refuses: the caller says "retry later"
// instead of growing. Any number of producers and consumers.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <optional>
#include <utility>
#include <vector>

#include "base/mutex.h"

namespace rookery {

template <typename T>
class BoundedQueue {
 public:
  explicit BoundedQueue(size_t capacity) : capacity_(capacity) {}

  // False when full or closed; the item is then not moved from.
  [[nodiscard]] bool TryPush(T&& item) {
    {
      MutexLock lock(&mutex_);
      if (closed_ || items_.size() >= capacity_) return false;
      items_.push_back(std::move(item));
    }
    changed_.notify_one();
    return true;
  }

  // Up to `most` items, waiting at most `limit` for the first. Empty after a time-out, or when
  // closed and drained.
  std::vector<T> PopSome(size_t most, std::chrono::nanoseconds limit) {
    std::vector<T> taken;
    MutexLock lock(&mutex_);
    lock.WaitFor(changed_, limit,
                 [this]() ABSL_NO_THREAD_SAFETY_ANALYSIS { return closed_ || !items_.empty(); });
    while (!items_.empty() && taken.size() < most) {
      taken.push_back(std::move(items_.front()));
      items_.pop_front();
    }
    return taken;
  }

  // After this nothing is accepted; what is inside can still be taken.
  void Close() {
    {
      MutexLock lock(&mutex_);
      closed_ = true;
    }
    changed_.notify_all();
  }

  bool closed() const {
    MutexLock lock(&mutex_);
    return closed_;
  }
  size_t size() const {
    MutexLock lock(&mutex_);
    return items_.size();
  }

 private:
  const size_t capacity_;
  mutable Mutex mutex_;
  std::condition_variable changed_;
  std::deque<T> items_ ABSL_GUARDED_BY(mutex_);
  bool closed_ ABSL_GUARDED_BY(mutex_) = false;
};

}  // namespace rookery
