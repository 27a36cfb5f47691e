// The worker's stream to the coordinator over gRPC's callback API: one stream at a time, one write
// in flight, a read always outstanding. Callbacks only convert and post.
//
// The driver's thread calls; events are posted from gRPC's threads. A message that can't be
// understood, or an agent that doesn't keep up, ends the stream.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "worker/agent/link.h"
#include "worker/link/convert.h"

namespace grpc {
class Channel;
}

namespace rookery::worker {

class GrpcLink : public CoordinatorLink {
 public:
  // post: false if the event can't be taken. Must not block, and must not call the link.
  using Post = std::function<bool(Event)>;

  // bearer: what each stream carries as its authorization; empty: nothing.
  GrpcLink(std::shared_ptr<grpc::Channel> channel, WorkerIdentity identity, Post post,
           std::string bearer = "");
  // Ends the stream and waits for gRPC to let go of it.
  ~GrpcLink() override;

  void Connect() override;
  void Disconnect() override;
  void Send(const WorkerMessage& message) override;
  void Close() override;

 private:
  class Stream;
  struct Calls;
  struct Shared;
  std::unique_ptr<Calls> calls_;
  std::shared_ptr<Shared> shared_;
};

}  // namespace rookery::worker
