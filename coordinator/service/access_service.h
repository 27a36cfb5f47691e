// Tokens, joining workers and the audit log over gRPC.
// gRPC calls these from its own threads; disk and signing are the executor's.
#pragma once

#include <functional>
#include <string>

#include "absl/status/statusor.h"
#include "coordinator/access/gate.h"
#include "coordinator/query/read_model.h"
#include "coordinator/service/caller.h"
#include "coordinator/service/edge_counters.h"
#include "coordinator/service/executor.h"
#include "coordinator/service/reply_router.h"
#include "rookery/v1/access.grpc.pb.h"

namespace rookery::coordinator {

class AccessServiceImpl : public v1::AccessService::CallbackService {
 public:
  // Signs a worker's request in the name of the authority: (request, worker id) to a certificate.
  using Sign = std::function<absl::StatusOr<std::string>(const std::string&, const std::string&)>;
  struct Parts {  // none owned
    ReplyRouter* router = nullptr;
    ReadModel* reads = nullptr;
    const Gate* gate = nullptr;
    Executor* executor = nullptr;
    EdgeCounters* counters = nullptr;
    std::string fingerprint;  // empty without TLS
    Sign sign;                // null without TLS
  };
  explicit AccessServiceImpl(Parts parts) : parts_(std::move(parts)) {}

  grpc::ServerUnaryReactor* CreateToken(grpc::CallbackServerContext* context,
                                        const v1::CreateTokenRequest* request,
                                        v1::Token* response) override;
  grpc::ServerUnaryReactor* ListTokens(grpc::CallbackServerContext* context,
                                       const v1::ListTokensRequest* request,
                                       v1::ListTokensResponse* response) override;
  grpc::ServerUnaryReactor* RevokeToken(grpc::CallbackServerContext* context,
                                        const v1::RevokeTokenRequest* request,
                                        v1::Token* response) override;
  grpc::ServerUnaryReactor* JoinWorker(grpc::CallbackServerContext* context,
                                       const v1::JoinWorkerRequest* request,
                                       v1::JoinWorkerResponse* response) override;
  grpc::ServerUnaryReactor* ListActions(grpc::CallbackServerContext* context,
                                        const v1::ListActionsRequest* request,
                                        v1::ListActionsResponse* response) override;

 private:
  grpc::ServerUnaryReactor* End(grpc::ServerUnaryReactor* reactor, const absl::Status& status);
  // The token as the newest view has it.
  absl::Status Fill(const std::string& id, v1::Token* response) const;
  void GiveToken(grpc::ServerUnaryReactor* reactor, const v1::JoinWorkerRequest* request,
                 v1::JoinWorkerResponse* response, const Caller& caller);

  const Parts parts_;
};

}  // namespace rookery::coordinator
