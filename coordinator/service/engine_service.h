// Names of UCI engines over gRPC. gRPC calls these from its own threads; nothing here blocks.
#pragma once

#include <string>

#include "coordinator/access/gate.h"
#include "coordinator/query/read_model.h"
#include "coordinator/service/edge_counters.h"
#include "coordinator/service/reply_router.h"
#include "rookery/v1/engines.grpc.pb.h"

namespace rookery::coordinator {

class EngineServiceImpl : public v1::EngineService::CallbackService {
 public:
  struct Parts {  // none owned
    ReplyRouter* router = nullptr;
    ReadModel* reads = nullptr;
    const Gate* gate = nullptr;
    EdgeCounters* counters = nullptr;
  };
  explicit EngineServiceImpl(const Parts& parts) : parts_(parts) {}

  grpc::ServerUnaryReactor* PutEngine(grpc::CallbackServerContext* context,
                                      const v1::PutEngineRequest* request,
                                      v1::Engine* response) override;
  grpc::ServerUnaryReactor* GetEngine(grpc::CallbackServerContext* context,
                                      const v1::GetEngineRequest* request,
                                      v1::Engine* response) override;
  grpc::ServerUnaryReactor* ListEngines(grpc::CallbackServerContext* context,
                                        const v1::ListEnginesRequest* request,
                                        v1::ListEnginesResponse* response) override;
  grpc::ServerUnaryReactor* RenameEngine(grpc::CallbackServerContext* context,
                                         const v1::RenameEngineRequest* request,
                                         v1::Engine* response) override;
  grpc::ServerUnaryReactor* RemoveEngine(grpc::CallbackServerContext* context,
                                         const v1::RemoveEngineRequest* request,
                                         v1::Engine* response) override;

 private:
  grpc::ServerUnaryReactor* End(grpc::ServerUnaryReactor* reactor, const absl::Status& status);
  // The engine as the newest view has it.
  absl::Status Fill(const std::string& name, v1::Engine* response) const;

  const Parts parts_;
};

}  // namespace rookery::coordinator
