// The worker list for people, and the door through which workers come in.
// gRPC calls these from its own threads; nothing here blocks.
#pragma once

#include <string_view>
#include <utility>

#include "coordinator/access/gate.h"
#include "coordinator/query/read_model.h"
#include "coordinator/service/worker_session.h"
#include "rookery/v1/workers.grpc.pb.h"

namespace rookery::coordinator {

class WorkerServiceImpl : public v1::WorkerService::CallbackService {
 public:
  struct Parts {  // none owned
    ReadModel* reads = nullptr;
    ReplyRouter* router = nullptr;
    EdgeCounters* counters = nullptr;
    const Gate* gate = nullptr;
  };
  explicit WorkerServiceImpl(const Parts& parts) : parts_(parts) {}

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
  grpc::ServerUnaryReactor* Set(grpc::CallbackServerContext* context, std::string_view method,
                                const absl::Status& valid, SetQuarantine event,
                                v1::Worker* response);

  const Parts parts_;
};

class WorkerLinkServiceImpl : public v1::WorkerLinkService::CallbackService {
 public:
  // The gate isn't owned. mutual_tls: a worker must show the certificate of its own name.
  WorkerLinkServiceImpl(WorkerSession::Parts parts, const Gate* gate, bool mutual_tls)
      : parts_(std::move(parts)), gate_(gate), mutual_tls_(mutual_tls) {}

  grpc::ServerBidiReactor<v1::WorkerMessage, v1::CoordinatorMessage>* Attach(
      grpc::CallbackServerContext* context) override;

 private:
  const WorkerSession::Parts parts_;
  const Gate* const gate_;
  const bool mutual_tls_;
};

}  // namespace rookery::coordinator
