// Runs an agent: takes events from link, slots and signals through one bounded queue, and carries
// out the effects in their order. A report is on disk before it is sent.
// Run belongs to one thread; Post may be called from any.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "base/bounded_queue.h"
#include "base/clock.h"
#include "worker/agent/agent.h"
#include "worker/agent/link.h"
#include "worker/agent/outbox.h"

namespace rookery::worker {

class SlotRunner {
 public:
  virtual ~SlotRunner() = default;
  virtual void Start(const StartPair& order) = 0;
  virtual void StopLease(const std::string& lease) = 0;
  virtual void Watch(const LiveFeed::Wish&) {}
};

class Driver {
 public:
  // Nothing is owned but the outbox.
  Driver(Agent* agent, Outbox outbox, Clock* clock);

  // False if the queue is full: the caller must drop its connection (the link does). Events of
  // slots and signals are few enough to fit always.
  [[nodiscard]] bool Post(Event event);

  // Until the agent exits. True if everything was delivered.
  bool Run(CoordinatorLink& link, SlotRunner& slots);

 private:
  void Carry(const Effect& effect, CoordinatorLink& link, SlotRunner& slots);
  absl::Time Now() const { return absl::FromUnixNanos(clock_.MonotonicNanos()); }

  Agent& agent_;
  Outbox outbox_;
  Clock& clock_;
  BoundedQueue<Event> events_;
  bool exited_ = false;
  size_t undelivered_ = 0;
};

}  // namespace rookery::worker
