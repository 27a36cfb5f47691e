// The worker list for people, and the door through which workers come in.
// gRPC calls these from its own threads; nothing here blocks.
#pragma once

#include <utility>

#include "coordinator/query/read_model.h"
#include "coordinator/service/worker_session.h"
#include "rookery/v1/workers.grpc.pb.h"

namespace rookery::coordinator {

class WorkerServiceImpl : public v1::WorkerService::CallbackService {
 public:
  // Neither is owned.
  WorkerServiceImpl(ReadModel* reads, EdgeCounters* counters)
      : reads_(reads), counters_(counters) {}

  grpc::ServerUnaryReactor* ListWorkers(grpc::CallbackServerContext* context,
                                        const v1::ListWorkersRequest* request,
                                        v1::ListWorkersResponse* response) override;

 private:
  ReadModel* const reads_;
  EdgeCounters* const counters_;
};

class WorkerLinkServiceImpl : public v1::WorkerLinkService::CallbackService {
 public:
  explicit WorkerLinkServiceImpl(WorkerSession::Parts parts) : parts_(std::move(parts)) {}

  grpc::ServerBidiReactor<v1::WorkerMessage, v1::CoordinatorMessage>* Attach(
      grpc::CallbackServerContext* context) override;

 private:
  const WorkerSession::Parts parts_;
};

}  // namespace rookery::coordinator
