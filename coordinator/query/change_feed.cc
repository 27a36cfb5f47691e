#include "coordinator/query/change_feed.h"

#include <utility>

#include "base/check.h"

namespace rookery::coordinator {

void ChangeFeed::Subscribe(std::function<void()> on_change) {
  ROOKERY_CHECK(!thread_.joinable());
  subscribers_.push_back(std::move(on_change));
}

void ChangeFeed::Start() {
  thread_ = std::thread([this] { Main(); });
}

void ChangeFeed::Stop() {
  {
    MutexLock lock(&mutex_);
    stopping_ = true;
  }
  changed_.notify_all();
  if (thread_.joinable()) thread_.join();
}

void ChangeFeed::Notify() {
  {
    MutexLock lock(&mutex_);
    if (dirty_) return;
    dirty_ = true;
  }
  changed_.notify_all();
}

void ChangeFeed::Main() {
  for (;;) {
    {
      MutexLock lock(&mutex_);
      lock.Wait(changed_, [this]() ABSL_NO_THREAD_SAFETY_ANALYSIS { return dirty_ || stopping_; });
      if (stopping_) return;
      dirty_ = false;
    }
    for (const std::function<void()>& subscriber : subscribers_) subscriber();
    MutexLock lock(&mutex_);
    lock.WaitFor(changed_, kPause, [this]() ABSL_NO_THREAD_SAFETY_ANALYSIS { return stopping_; });
  }
}

}  // namespace rookery::coordinator
