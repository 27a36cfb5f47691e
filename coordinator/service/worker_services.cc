#include "coordinator/service/worker_services.h"

#include "coordinator/service/caller.h"
#include "coordinator/service/convert.h"
#include "proto/wire/status.h"
#include "proto/wire/validate.h"

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

grpc::ServerUnaryReactor* WorkerServiceImpl::Set(grpc::CallbackServerContext* context,
                                                 const absl::Status& valid, SetQuarantine event,
                                                 v1::Worker* response) {
  ++counters_->calls;
  grpc::ServerUnaryReactor* reactor = context->DefaultReactor();
  if (!valid.ok()) {
    ++counters_->calls_failed;
    reactor->Finish(wire::ToGrpc(valid));
    return reactor;
  }
  event.by = CallerOf(*context);
  router_->Call(
      [&](ReplyToken token) {
        event.token = token;
        return event;
      },
      [this, reactor, response, worker = event.worker,
       reason = event.reason](const absl::StatusOr<std::string>& done) {
        if (done.ok()) {
          // The workers' view may be half a second old; what was set just now isn't.
          for (const WorkerView& view : *reads_->Workers()) {
            if (view.info.id == worker) *response = ToProto(view);
          }
          response->set_quarantine(reason);
        } else {
          ++counters_->calls_failed;
        }
        reactor->Finish(wire::ToGrpc(done.status()));
      });
  return reactor;
}

grpc::ServerUnaryReactor* WorkerServiceImpl::QuarantineWorker(
    grpc::CallbackServerContext* context, const v1::QuarantineWorkerRequest* request,
    v1::Worker* response) {
  return Set(context, wire::Validate(*request),
             SetQuarantine{0, IdOf(request->name()), request->reason()}, response);
}

grpc::ServerUnaryReactor* WorkerServiceImpl::LiftQuarantine(
    grpc::CallbackServerContext* context, const v1::LiftQuarantineRequest* request,
    v1::Worker* response) {
  return Set(context, wire::Validate(*request), SetQuarantine{0, IdOf(request->name()), ""},
             response);
}

grpc::ServerBidiReactor<v1::WorkerMessage, v1::CoordinatorMessage>* WorkerLinkServiceImpl::Attach(
    grpc::CallbackServerContext* /*context*/) {
  return new WorkerSession(parts_);  // deletes itself
}

}  // namespace rookery::coordinator
