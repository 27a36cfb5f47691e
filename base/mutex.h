// std::mutex with the annotations that clang's -Wthread-safety checks. We don't use absl::Mutex:
// in Debian's build it confuses TSan and runs its deadlock detector in production.
// Any thread.
#pragma once

#include <condition_variable>
#include <mutex>

#include "absl/base/thread_annotations.h"

namespace rookery {

class ABSL_LOCKABLE Mutex {
 public:
  void Lock() ABSL_EXCLUSIVE_LOCK_FUNCTION() { mutex_.lock(); }
  void Unlock() ABSL_UNLOCK_FUNCTION() { mutex_.unlock(); }
  std::mutex& native() ABSL_LOCK_RETURNED(this) { return mutex_; }

 private:
  std::mutex mutex_;
};

class ABSL_SCOPED_LOCKABLE MutexLock {
 public:
  explicit MutexLock(Mutex* mutex) ABSL_EXCLUSIVE_LOCK_FUNCTION(mutex) : lock_(mutex->native()) {}
  ~MutexLock() ABSL_UNLOCK_FUNCTION() = default;
  MutexLock(const MutexLock&) = delete;
  MutexLock& operator=(const MutexLock&) = delete;

  // Waits until the predicate holds; the lock is held whenever the predicate runs.
  template <typename Predicate>
  void Wait(std::condition_variable& changed, Predicate predicate) {
    changed.wait(lock_, predicate);
  }
  // The same with a bound; false if the time ran out first.
  template <typename Predicate>
  bool WaitFor(std::condition_variable& changed, std::chrono::nanoseconds limit,
               Predicate predicate) {
    return changed.wait_for(lock_, limit, predicate);
  }

 private:
  std::unique_lock<std::mutex> lock_;
};

}  // namespace rookery
