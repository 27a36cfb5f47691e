#include "coordinator/service/worker_services.h"

#include <grpc/grpc_security_constants.h>
#include <grpcpp/security/auth_context.h>

#include "base/status.h"
#include "coordinator/service/caller.h"
#include "coordinator/service/convert.h"
#include "coordinator/service/convert_worker.h"
#include "coordinator/service/refused_stream.h"
#include "proto/wire/status.h"
#include "proto/wire/validate.h"

namespace rookery::coordinator {
namespace {

// gRPC has verified that our authority signed it; here is whose it is.
absl::Status CheckCertificate(const grpc::ServerContextBase& context, const Caller& caller) {
  const auto names = context.auth_context()->FindPropertyValues(GRPC_X509_CN_PROPERTY_NAME);
  for (const grpc::string_ref& name : names) {
    if (!caller.worker.empty() && name == caller.worker) return absl::OkStatus();
  }
  return Error(absl::StatusCode::kUnauthenticated,
               "this coordinator asks workers for a certificate of their own; start it with "
               "'rookery-worker join HOST:PORT --token-file FILE'");
}

}  // namespace

grpc::ServerUnaryReactor* WorkerServiceImpl::ListWorkers(grpc::CallbackServerContext* context,
                                                         const v1::ListWorkersRequest* /*request*/,
                                                         v1::ListWorkersResponse* response) {
  ++parts_.counters->calls;
  const absl::Status status =
      Admit(*context, *parts_.gate, "rookery.v1.WorkerService/ListWorkers").status();
  if (status.ok()) {
    const auto workers = parts_.reads->Workers();
    for (const auto& worker : *workers) *response->add_workers() = ToProto(*worker);
    for (const Contributor& one : ContributorsOf(*workers)) {
      *response->add_contributors() = ToProto(one);
    }
  } else {
    ++parts_.counters->calls_failed;
  }
  grpc::ServerUnaryReactor* reactor = context->DefaultReactor();
  reactor->Finish(wire::ToGrpc(status));
  return reactor;
}

grpc::ServerUnaryReactor* WorkerServiceImpl::Set(grpc::CallbackServerContext* context,
                                                 std::string_view method, const absl::Status& valid,
                                                 SetQuarantine event, v1::Worker* response) {
  ++parts_.counters->calls;
  grpc::ServerUnaryReactor* reactor = context->DefaultReactor();
  const auto caller = Admit(*context, *parts_.gate, method);
  if (!caller.ok() || !valid.ok()) {
    ++parts_.counters->calls_failed;
    reactor->Finish(wire::ToGrpc(caller.ok() ? valid : caller.status()));
    return reactor;
  }
  event.by = caller->name;
  event.access = caller->access;
  parts_.router->Call(
      [&](ReplyToken token) {
        event.token = token;
        return event;
      },
      [this, reactor, response, worker = event.worker, reason = event.reason,
       drain = event.drain](const absl::StatusOr<std::string>& done) {
        if (done.ok()) {
          // The workers' view may be half a second old; what was set just now isn't.
          for (const auto& view : *parts_.reads->Workers()) {
            if (view->info.id == worker) *response = ToProto(*view);
          }
          if (reason.empty() || !drain) response->set_quarantine(reason);
          if (reason.empty() || drain) response->set_drained(reason);
        } else {
          ++parts_.counters->calls_failed;
        }
        reactor->Finish(wire::ToGrpc(done.status()));
      });
  return reactor;
}

grpc::ServerUnaryReactor* WorkerServiceImpl::QuarantineWorker(
    grpc::CallbackServerContext* context, const v1::QuarantineWorkerRequest* request,
    v1::Worker* response) {
  return Set(context, "rookery.v1.WorkerService/QuarantineWorker", wire::Validate(*request),
             ToEvent(*request), response);
}

grpc::ServerUnaryReactor* WorkerServiceImpl::LiftQuarantine(
    grpc::CallbackServerContext* context, const v1::LiftQuarantineRequest* request,
    v1::Worker* response) {
  return Set(context, "rookery.v1.WorkerService/LiftQuarantine", wire::Validate(*request),
             ToEvent(*request), response);
}

grpc::ServerBidiReactor<v1::WorkerMessage, v1::CoordinatorMessage>* WorkerLinkServiceImpl::Attach(
    grpc::CallbackServerContext* context) {
  absl::StatusOr<Caller> caller = Admit(*context, *gate_, "rookery.v1.WorkerLinkService/Attach");
  absl::Status status = caller.status();
  if (status.ok() && mutual_tls_) status = CheckCertificate(*context, *caller);
  if (!status.ok()) {
    ++parts_.counters->sessions_refused;
    return new RefusedLink<v1::WorkerMessage, v1::CoordinatorMessage>(status);
  }
  return new WorkerSession(parts_, *std::move(caller));  // deletes itself
}

}  // namespace rookery::coordinator
