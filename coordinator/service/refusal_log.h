// Tells the core of calls that the gate refused, for the audit log: so few of them that a flood
// can't fill the core's queue. Any thread.
#pragma once

#include <functional>
#include <utility>

#include "base/clock.h"
#include "base/mutex.h"
#include "coordinator/access/gate.h"
#include "coordinator/access/refusal_meter.h"
#include "coordinator/core/events.h"

namespace rookery::coordinator {

class RefusalLog {
 public:
  // False: the event could not be taken.
  using Post = std::function<bool(Event)>;

  // The clock isn't owned.
  RefusalLog(Post post, Clock* clock) : post_(std::move(post)), clock_(clock) {}

  void Note(const Refusal& refusal);

 private:
  const Post post_;
  Clock* const clock_;
  Mutex mutex_;
  RefusalMeter meter_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace rookery::coordinator
