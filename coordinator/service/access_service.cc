#include "coordinator/service/access_service.h"

#include <charconv>
#include <memory>
#include <utility>

#include "base/status.h"
#include "coordinator/service/caller.h"
#include "coordinator/service/convert.h"
#include "coordinator/service/convert_access.h"
#include "proto/wire/bounds.h"
#include "proto/wire/status.h"
#include "proto/wire/validate_access.h"

namespace rookery::coordinator {

grpc::ServerUnaryReactor* AccessServiceImpl::End(grpc::ServerUnaryReactor* reactor,
                                                 const absl::Status& status) {
  if (!status.ok()) ++parts_.counters->calls_failed;
  reactor->Finish(wire::ToGrpc(status));
  return reactor;
}

absl::Status AccessServiceImpl::Fill(const std::string& id, v1::Token* response) const {
  const TokenRecord* record = parts_.reads->View()->tokens->Find(id);
  if (record == nullptr) return absl::NotFoundError("the token is not known");
  *response = ToProto(*record);
  response->set_fingerprint(parts_.fingerprint);
  return absl::OkStatus();
}

grpc::ServerUnaryReactor* AccessServiceImpl::CreateToken(grpc::CallbackServerContext* context,
                                                         const v1::CreateTokenRequest* request,
                                                         v1::Token* response) {
  ++parts_.counters->calls;
  grpc::ServerUnaryReactor* reactor = context->DefaultReactor();
  const auto caller = Admit(*context, *parts_.gate, "rookery.v1.AccessService/CreateToken");
  if (!caller.ok()) return End(reactor, caller.status());
  if (absl::Status valid = wire::Validate(*request); !valid.ok()) return End(reactor, valid);
  absl::StatusOr<TokenRecord> record = FromProto(*request);
  if (!record.ok()) return End(reactor, record.status());
  coordinator::CreateToken event;
  event.record = *std::move(record);
  event.lifetime = absl::Seconds(request->lifetime_seconds());
  event.by = caller->name;
  event.access = caller->access;
  parts_.router->Call(
      [&](ReplyToken token) {
        event.token = token;
        return event;
      },
      [this, reactor, response](const absl::StatusOr<std::string>& id) {
        End(reactor, id.ok() ? Fill(*id, response) : id.status());
      });
  return reactor;
}

grpc::ServerUnaryReactor* AccessServiceImpl::ListTokens(grpc::CallbackServerContext* context,
                                                        const v1::ListTokensRequest* /*request*/,
                                                        v1::ListTokensResponse* response) {
  ++parts_.counters->calls;
  const auto caller = Admit(*context, *parts_.gate, "rookery.v1.AccessService/ListTokens");
  if (caller.ok()) {
    for (const TokenRecord& record : parts_.reads->View()->tokens->All()) {
      *response->add_tokens() = ToProto(record);
      response->mutable_tokens()->rbegin()->set_fingerprint(parts_.fingerprint);
    }
  }
  return End(context->DefaultReactor(), caller.status());
}

grpc::ServerUnaryReactor* AccessServiceImpl::RevokeToken(grpc::CallbackServerContext* context,
                                                         const v1::RevokeTokenRequest* request,
                                                         v1::Token* response) {
  ++parts_.counters->calls;
  grpc::ServerUnaryReactor* reactor = context->DefaultReactor();
  const auto caller = Admit(*context, *parts_.gate, "rookery.v1.AccessService/RevokeToken");
  if (!caller.ok()) return End(reactor, caller.status());
  if (absl::Status valid = wire::Validate(*request); !valid.ok()) return End(reactor, valid);
  parts_.router->Call(
      [&](ReplyToken token) {
        return coordinator::RevokeToken{token, IdOf(request->name()), caller->name, caller->access};
      },
      [this, reactor, response](const absl::StatusOr<std::string>& id) {
        End(reactor, id.ok() ? Fill(*id, response) : id.status());
      });
  return reactor;
}

grpc::ServerUnaryReactor* AccessServiceImpl::JoinWorker(grpc::CallbackServerContext* context,
                                                        const v1::JoinWorkerRequest* request,
                                                        v1::JoinWorkerResponse* response) {
  ++parts_.counters->calls;
  grpc::ServerUnaryReactor* reactor = context->DefaultReactor();
  const auto caller = Admit(*context, *parts_.gate, "rookery.v1.AccessService/JoinWorker");
  if (!caller.ok()) return End(reactor, caller.status());
  if (absl::Status valid = wire::Validate(*request); !valid.ok()) return End(reactor, valid);
  if (parts_.gate->open()) {
    return End(reactor, Error(absl::StatusCode::kFailedPrecondition,
                              "this coordinator asks for no tokens; start the worker with "
                              "'rookery-worker run --coordinator HOST:PORT'"));
  }
  if (parts_.sign == nullptr || request->signing_request_pem().empty()) {
    GiveToken(reactor, request, response, *caller);
    return reactor;
  }
  const bool queued = parts_.executor->Run([this, reactor, request, response, caller = *caller] {
    // Before there is a token: for what can't be signed none is to be left behind.
    const absl::StatusOr<std::string> certificate =
        parts_.sign(request->signing_request_pem(), request->worker_id());
    if (!certificate.ok()) {
      End(reactor, certificate.status());
      return;
    }
    response->set_certificate_pem(*certificate);
    GiveToken(reactor, request, response, caller);
  });
  if (queued) return reactor;
  return End(reactor, Error(absl::StatusCode::kResourceExhausted,
                            "the coordinator is busy; join again in a second"));
}

void AccessServiceImpl::GiveToken(grpc::ServerUnaryReactor* reactor,
                                  const v1::JoinWorkerRequest* request,
                                  v1::JoinWorkerResponse* response, const Caller& caller) {
  coordinator::JoinWorker event{
      0,           request->worker_id(), request->label(), *DigestFromHex(request->secret_sha256()),
      caller.name, caller.access};
  parts_.router->Call(
      [&](ReplyToken token) {
        event.token = token;
        return event;
      },
      [this, reactor, response](const absl::StatusOr<std::string>& id) {
        End(reactor, id.ok() ? Fill(*id, response->mutable_token()) : id.status());
      });
}

grpc::ServerUnaryReactor* AccessServiceImpl::ListActions(grpc::CallbackServerContext* context,
                                                         const v1::ListActionsRequest* request,
                                                         v1::ListActionsResponse* response) {
  ++parts_.counters->calls;
  grpc::ServerUnaryReactor* reactor = context->DefaultReactor();
  const auto caller = Admit(*context, *parts_.gate, "rookery.v1.AccessService/ListActions");
  if (!caller.ok()) return End(reactor, caller.status());
  if (absl::Status valid = wire::Validate(*request); !valid.ok()) return End(reactor, valid);
  uint64_t before = 0;
  const std::string& page = request->page_token();
  std::from_chars(page.data(), page.data() + page.size(), before);  // 0: from the newest on
  const int size = request->page_size() == 0 ? wire::kDefaultPageSize : request->page_size();
  const bool queued = parts_.executor->Run([this, reactor, response, before, size] {
    const auto actions = parts_.reads->Actions(before, static_cast<size_t>(size));
    if (actions.ok()) {
      for (const Action& action : *actions) *response->add_actions() = ToProto(action);
      if (actions->size() == static_cast<size_t>(size)) {
        response->set_next_page_token(std::to_string(actions->back().number));
      }
    }
    End(reactor, actions.status());
  });
  if (queued) return reactor;
  return End(reactor, Error(absl::StatusCode::kResourceExhausted,
                            "the coordinator is busy; try again in a second"));
}

}  // namespace rookery::coordinator
