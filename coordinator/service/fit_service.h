// Posted fits over gRPC. gRPC calls these from its own threads; nothing here blocks.
#pragma once

#include <string>

#include "coordinator/access/gate.h"
#include "coordinator/query/read_model.h"
#include "coordinator/service/edge_counters.h"
#include "coordinator/service/reply_router.h"
#include "rookery/v1/fits.grpc.pb.h"

namespace rookery::coordinator {

class FitServiceImpl : public v1::FitService::CallbackService {
 public:
  struct Parts {  // none owned
    ReplyRouter* router = nullptr;
    ReadModel* reads = nullptr;
    const Gate* gate = nullptr;
    EdgeCounters* counters = nullptr;
  };
  explicit FitServiceImpl(const Parts& parts) : parts_(parts) {}

  grpc::ServerUnaryReactor* PostFit(grpc::CallbackServerContext* context,
                                    const v1::PostFitRequest* request, v1::Fit* response) override;
  grpc::ServerUnaryReactor* GetFit(grpc::CallbackServerContext* context,
                                   const v1::GetFitRequest* request, v1::Fit* response) override;
  grpc::ServerUnaryReactor* ListFits(grpc::CallbackServerContext* context,
                                     const v1::ListFitsRequest* request,
                                     v1::ListFitsResponse* response) override;

 private:
  grpc::ServerUnaryReactor* End(grpc::ServerUnaryReactor* reactor, const absl::Status& status);
  // The fit as the newest view has it.
  absl::Status Fill(const std::string& id, v1::Fit* response) const;

  const Parts parts_;
};

}  // namespace rookery::coordinator
