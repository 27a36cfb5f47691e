// The way to the coordinator as the agent's driver sees it; worker/link has the one over gRPC.
// Called from the driver's thread. What happens on the link arrives as events (Connected,
// Disconnected, messages); after Connect one of Connected and Disconnected always comes, and
// after Connected a Disconnected at last.
#pragma once

#include "worker/agent/messages.h"

namespace rookery::worker {

class CoordinatorLink {
 public:
  virtual ~CoordinatorLink() = default;
  virtual void Connect() = 0;
  virtual void Disconnect() = 0;
  // Queued; lost without a word when the link is down (the agent repeats what matters).
  virtual void Send(const WorkerMessage& message) = 0;
  // Sends what is queued within a bound and closes. The last call.
  virtual void Close() = 0;
};

}  // namespace rookery::worker
