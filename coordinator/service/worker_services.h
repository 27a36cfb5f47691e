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
  // None is owned.
  WorkerServiceImpl(ReadModel* reads, ReplyRouter* router, EdgeCounters* counters)
      : reads_(reads), router_(router), counters_(counters) {}

  grpc::ServerUnaryReactor* ListWorkers(grpc::CallbackServerContext* context,
                                        const v1::ListWorkersRequest* request,
                                        v1::ListWorkersResponse* response) override;
  grpc::ServerUnaryReactor* QuarantineWorker(grpc::CallbackServerContext* context,
                                             const v1::QuarantineWorkerRequest* request,
                                             v1::Worker* response) override;
  grpc::ServerUnaryReactor* LiftQuarantine(grpc::CallbackServerContext* context,
                                           const v1::LiftQuarantineRequest* request,
                                           v1::Worker* response) override;

 private:
  grpc::ServerUnaryReactor* Set(grpc::CallbackServerContext* context, const absl::Status& valid,
                                SetQuarantine event, v1::Worker* response);

  ReadModel* const reads_;
  ReplyRouter* const router_;
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
