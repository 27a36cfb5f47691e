// Ctrl-C as a value: the program's signal thread requests it, commands that can end well listen.
// Any thread.
#pragma once

#include <condition_variable>
#include <functional>

#include "absl/time/time.h"
#include "base/mutex.h"

namespace rookery::cli {

class Interrupt {
 public:
  // Someone wants the command to end. False if no command listens: the program should then end
  // the way that the signal would have ended it. True for the first request while one listens.
  bool Request();
  bool requested() const;

  // Waits; true as soon as it was requested.
  bool WaitFor(absl::Duration limit);

  // While alive, a request runs `action` (from the requesting thread) and is taken as handled.
  class Listener {
   public:
    Listener(Interrupt* interrupt, std::function<void()> action);
    ~Listener();
    Listener(const Listener&) = delete;
    Listener& operator=(const Listener&) = delete;

   private:
    Interrupt* interrupt_;
  };

 private:
  mutable Mutex mutex_;
  std::condition_variable changed_;
  std::function<void()> action_ ABSL_GUARDED_BY(mutex_);
  bool requested_ ABSL_GUARDED_BY(mutex_) = false;
};

}  // namespace rookery::cli
