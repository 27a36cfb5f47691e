// Tells those who stream to people that the view has changed, at most five times a second, on a
// thread of its own: the loop only leaves word.
// Notify: any thread, never blocks for long. Subscribe before Start; Stop ends the thread.
#pragma once

#include <condition_variable>
#include <functional>
#include <thread>
#include <vector>

#include "base/mutex.h"

namespace rookery::coordinator {

class ChangeFeed {
 public:
  static constexpr std::chrono::milliseconds kPause{200};

  ~ChangeFeed() { Stop(); }

  // Called on the feed's thread after changes.
  void Subscribe(std::function<void()> on_change);
  void Start();
  void Stop();
  void Notify();

 private:
  void Main();

  std::vector<std::function<void()>> subscribers_;
  std::thread thread_;
  Mutex mutex_;
  std::condition_variable changed_;
  bool dirty_ ABSL_GUARDED_BY(mutex_) = false;
  bool stopping_ ABSL_GUARDED_BY(mutex_) = false;
};

}  // namespace rookery::coordinator
