#include "coordinator/service/worker_services.h"

#include "coordinator/service/convert.h"

namespace rookery::coordinator {

grpc::ServerUnaryReactor* WorkerServiceImpl::ListWorkers(grpc::CallbackServerContext* context,
                                                         const v1::ListWorkersRequest* /*request*/,
                                                         v1::ListWorkersResponse* response) {
  ++counters_->calls;
  for (const WorkerView& worker : *reads_->Workers()) {
    *response->add_workers() = ToProto(worker);
  }
  grpc::ServerUnaryReactor* reactor = context->DefaultReactor();
  reactor->Finish(grpc::Status::OK);
  return reactor;
}

grpc::ServerBidiReactor<v1::WorkerMessage, v1::CoordinatorMessage>* WorkerLinkServiceImpl::Attach(
    grpc::CallbackServerContext* /*context*/) {
  return new WorkerSession(parts_);  // deletes itself
}

}  // namespace rookery::coordinator
