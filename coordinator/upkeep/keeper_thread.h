// The thread on which stored games are looked after: of low priority, and idle three quarters of
// the time at least, so that it is never the reason why a report or a page waits.
// Start and Stop: the owner's thread.
#pragma once

#include <condition_variable>
#include <thread>

#include "base/clock.h"
#include "base/mutex.h"
#include "coordinator/upkeep/game_keeper.h"

namespace rookery::coordinator {

class KeeperThread {
 public:
  // Neither is owned. look_every: how often it looks whether there is something to do.
  KeeperThread(GameKeeper* keeper, Clock* clock, absl::Duration look_every)
      : keeper_(keeper), clock_(clock), look_every_(look_every) {}
  ~KeeperThread() { Stop(); }

  void Start();
  void Stop();  // waits for the block that is being worked on

 private:
  void Main();
  // False: it has been told to stop.
  bool Pause(absl::Duration time);

  GameKeeper* const keeper_;
  Clock* const clock_;
  const absl::Duration look_every_;
  Mutex mutex_;
  std::condition_variable changed_;
  bool stopping_ ABSL_GUARDED_BY(mutex_) = false;
  std::thread thread_;
};

}  // namespace rookery::coordinator
