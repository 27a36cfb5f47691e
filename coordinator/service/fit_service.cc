#include "coordinator/service/fit_service.h"

#include <memory>

#include "base/status.h"
#include "coordinator/service/caller.h"
#include "coordinator/service/convert.h"
#include "coordinator/service/convert_fit.h"
#include "proto/wire/status.h"
#include "proto/wire/validate.h"

namespace rookery::coordinator {

grpc::ServerUnaryReactor* FitServiceImpl::End(grpc::ServerUnaryReactor* reactor,
                                              const absl::Status& status) {
  if (!status.ok()) ++parts_.counters->calls_failed;
  reactor->Finish(wire::ToGrpc(status));
  return reactor;
}

absl::Status FitServiceImpl::Fill(const std::string& id, v1::Fit* response) const {
  const auto fit = parts_.reads->FindFit(id);
  if (!fit.ok()) return wire::WithReason(fit.status(), "FIT_UNKNOWN");
  *response = ToProto(**fit);
  return absl::OkStatus();
}

grpc::ServerUnaryReactor* FitServiceImpl::PostFit(grpc::CallbackServerContext* context,
                                                  const v1::PostFitRequest* request,
                                                  v1::Fit* response) {
  ++parts_.counters->calls;
  grpc::ServerUnaryReactor* reactor = context->DefaultReactor();
  const auto caller = Admit(*context, *parts_.gate, "rookery.v1.FitService/PostFit");
  if (!caller.ok()) return End(reactor, caller.status());
  if (absl::Status valid = wire::Validate(*request); !valid.ok()) return End(reactor, valid);
  parts_.router->Call(
      [&](ReplyToken token) {
        return coordinator::PostFit{token, request->title(),
                                    std::make_shared<const FitReport>(FromProto(request->report())),
                                    caller->name, caller->access};
      },
      [this, reactor, response](const absl::StatusOr<std::string>& id) {
        End(reactor, id.ok() ? Fill(*id, response) : id.status());
      });
  return reactor;
}

grpc::ServerUnaryReactor* FitServiceImpl::GetFit(grpc::CallbackServerContext* context,
                                                 const v1::GetFitRequest* request,
                                                 v1::Fit* response) {
  ++parts_.counters->calls;
  absl::Status status = Admit(*context, *parts_.gate, "rookery.v1.FitService/GetFit").status();
  if (status.ok()) status = wire::Validate(*request);
  if (status.ok()) status = Fill(IdOf(request->name()), response);
  return End(context->DefaultReactor(), status);
}

grpc::ServerUnaryReactor* FitServiceImpl::ListFits(grpc::CallbackServerContext* context,
                                                   const v1::ListFitsRequest* /*request*/,
                                                   v1::ListFitsResponse* response) {
  ++parts_.counters->calls;
  const auto caller = Admit(*context, *parts_.gate, "rookery.v1.FitService/ListFits");
  if (caller.ok()) {
    const std::shared_ptr<const FitList> fits = parts_.reads->Fits();
    for (auto fit = fits->rbegin(); fit != fits->rend(); ++fit) {
      *response->add_fits() = ToHeadProto(**fit);
    }
  }
  return End(context->DefaultReactor(), caller.status());
}

}  // namespace rookery::coordinator
