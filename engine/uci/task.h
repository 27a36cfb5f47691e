// One thing at a time on a thread of its own, so that who started it can go on, wait for its end
// with a bound, or ask it to stop. Start, AwaitEnd, Stop and the destructor from one thread;
// stop_requested and WaitForStop are for the body, Wake for anybody.
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <thread>

#include "base/mutex.h"

namespace rookery::uci {

class Task {
 public:
  Task() = default;
  // Stops what runs.
  ~Task() { Stop(); }
  Task(const Task&) = delete;
  Task& operator=(const Task&) = delete;

  // What ran before must have been stopped or awaited. `interrupt` is called once by a Stop that
  // comes before the end, to reach what the body is deep in; empty where the body looks itself.
  void Start(std::function<void()> body, std::function<void()> interrupt);
  // From Start until Stop has returned, or AwaitEnd with true.
  bool started() const { return thread_.joinable(); }
  // False if it still runs after that time.
  bool AwaitEnd(std::chrono::nanoseconds patience);
  // Asks it to end and waits for that. Nothing where nothing runs.
  void Stop();

  bool stop_requested();
  // Until Stop, or until the predicate holds; it is asked now and at each Wake.
  void WaitForStop(const std::function<bool()>& or_until);
  void Wake();

 private:
  std::thread thread_;
  std::function<void()> interrupt_;

  Mutex mutex_;
  std::condition_variable changed_;
  bool stop_ ABSL_GUARDED_BY(mutex_) = false;
  bool ended_ ABSL_GUARDED_BY(mutex_) = false;
};

}  // namespace rookery::uci
