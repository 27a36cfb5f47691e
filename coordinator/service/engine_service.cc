#include "coordinator/service/engine_service.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "base/status.h"
#include "coordinator/service/caller.h"
#include "coordinator/service/convert.h"
#include "proto/wire/bounds.h"
#include "proto/wire/status.h"
#include "proto/wire/validate.h"

namespace rookery::coordinator {

grpc::ServerUnaryReactor* EngineServiceImpl::End(grpc::ServerUnaryReactor* reactor,
                                                 const absl::Status& status) {
  if (!status.ok()) ++parts_.counters->calls_failed;
  reactor->Finish(wire::ToGrpc(status));
  return reactor;
}

absl::Status EngineServiceImpl::Fill(const std::string& name, v1::Engine* response) const {
  const std::shared_ptr<const EngineNames> engines = parts_.reads->View()->engines;
  const auto found = engines->find(name);
  if (found == engines->end()) {
    return wire::WithReason(
        Error(
            absl::StatusCode::kNotFound,
            "there is no engine '{}' here; 'rookery engines list' shows those that there are, and "
            "'rookery engines add' adds one",
            name),
        "ENGINE_UNKNOWN");
  }
  *response = ToProto(found->second);
  return absl::OkStatus();
}

grpc::ServerUnaryReactor* EngineServiceImpl::PutEngine(grpc::CallbackServerContext* context,
                                                       const v1::PutEngineRequest* request,
                                                       v1::Engine* response) {
  ++parts_.counters->calls;
  grpc::ServerUnaryReactor* reactor = context->DefaultReactor();
  const auto caller = Admit(*context, *parts_.gate, "rookery.v1.EngineService/PutEngine");
  if (!caller.ok()) return End(reactor, caller.status());
  if (absl::Status valid = wire::Validate(*request); !valid.ok()) return End(reactor, valid);
  const std::string name = IdOf(request->name());
  parts_.router->Call(
      [&](ReplyToken token) {
        return coordinator::PutEngine{
            token,        name,          request->manifest_sha256(), request->replace(),
            caller->name, caller->access};
      },
      [this, reactor, response, name](const absl::StatusOr<std::string>& done) {
        End(reactor, done.ok() ? Fill(name, response) : done.status());
      });
  return reactor;
}

grpc::ServerUnaryReactor* EngineServiceImpl::GetEngine(grpc::CallbackServerContext* context,
                                                       const v1::GetEngineRequest* request,
                                                       v1::Engine* response) {
  ++parts_.counters->calls;
  absl::Status status =
      Admit(*context, *parts_.gate, "rookery.v1.EngineService/GetEngine").status();
  if (status.ok()) status = wire::Validate(*request);
  if (status.ok()) status = Fill(IdOf(request->name()), response);
  return End(context->DefaultReactor(), status);
}

// Pages by name: the token is the last name of the page before.
grpc::ServerUnaryReactor* EngineServiceImpl::ListEngines(grpc::CallbackServerContext* context,
                                                         const v1::ListEnginesRequest* request,
                                                         v1::ListEnginesResponse* response) {
  ++parts_.counters->calls;
  absl::Status status =
      Admit(*context, *parts_.gate, "rookery.v1.EngineService/ListEngines").status();
  if (status.ok()) status = wire::Validate(*request);
  if (!status.ok()) return End(context->DefaultReactor(), status);
  const int wanted = request->page_size() == 0 ? wire::kDefaultPageSize : request->page_size();
  const int size = std::min(wanted, wire::kMaxPageSize);
  const std::shared_ptr<const EngineNames> engines = parts_.reads->View()->engines;
  auto next = request->page_token().empty() ? engines->begin()
                                            : engines->upper_bound(request->page_token());
  for (; next != engines->end() && response->engines_size() < size; ++next) {
    *response->add_engines() = ToProto(next->second);
  }
  if (next != engines->end()) {
    response->set_next_page_token(IdOf(response->engines().rbegin()->name()));
  }
  return End(context->DefaultReactor(), status);
}

grpc::ServerUnaryReactor* EngineServiceImpl::RenameEngine(grpc::CallbackServerContext* context,
                                                          const v1::RenameEngineRequest* request,
                                                          v1::Engine* response) {
  ++parts_.counters->calls;
  grpc::ServerUnaryReactor* reactor = context->DefaultReactor();
  const auto caller = Admit(*context, *parts_.gate, "rookery.v1.EngineService/RenameEngine");
  if (!caller.ok()) return End(reactor, caller.status());
  if (absl::Status valid = wire::Validate(*request); !valid.ok()) return End(reactor, valid);
  const std::string name = IdOf(request->new_name());
  parts_.router->Call(
      [&](ReplyToken token) {
        return coordinator::RenameEngine{token, IdOf(request->name()), name, caller->name,
                                         caller->access};
      },
      [this, reactor, response, name](const absl::StatusOr<std::string>& done) {
        End(reactor, done.ok() ? Fill(name, response) : done.status());
      });
  return reactor;
}

grpc::ServerUnaryReactor* EngineServiceImpl::RemoveEngine(grpc::CallbackServerContext* context,
                                                          const v1::RemoveEngineRequest* request,
                                                          v1::Engine* response) {
  ++parts_.counters->calls;
  grpc::ServerUnaryReactor* reactor = context->DefaultReactor();
  const auto caller = Admit(*context, *parts_.gate, "rookery.v1.EngineService/RemoveEngine");
  if (!caller.ok()) return End(reactor, caller.status());
  if (absl::Status valid = wire::Validate(*request); !valid.ok()) return End(reactor, valid);
  const std::string name = IdOf(request->name());
  if (absl::Status there = Fill(name, response); !there.ok()) return End(reactor, there);
  parts_.router->Call(
      [&](ReplyToken token) {
        return coordinator::RemoveEngine{token, name, caller->name, caller->access};
      },
      [this, reactor](const absl::StatusOr<std::string>& done) { End(reactor, done.status()); });
  return reactor;
}

}  // namespace rookery::coordinator
