// The author's API over gRPC: checks and converts requests, posts events, reads the read model.
// gRPC calls these from its own threads; what blocks or takes long is the executors'.
#pragma once

#include <string>
#include <string_view>

#include "coordinator/access/gate.h"
#include "coordinator/query/read_model.h"
#include "coordinator/service/caller.h"
#include "coordinator/service/edge_counters.h"
#include "coordinator/service/executor.h"
#include "coordinator/service/reply_router.h"
#include "coordinator/service/run_watch.h"
#include "rookery/v1/runs.grpc.pb.h"

namespace rookery::coordinator {

class RunServiceImpl : public v1::RunService::CallbackService {
 public:
  struct Parts {  // none owned
    ReplyRouter* router = nullptr;
    ReadModel* reads = nullptr;
    WatchHub* watches = nullptr;
    Executor* executor = nullptr;
    Executor* checks = nullptr;  // what may take long
    EdgeCounters* counters = nullptr;
    const Gate* gate = nullptr;
  };
  explicit RunServiceImpl(const Parts& parts) : parts_(parts) {}

  grpc::ServerUnaryReactor* CreateRun(grpc::CallbackServerContext* context,
                                      const v1::CreateRunRequest* request,
                                      v1::Run* response) override;
  grpc::ServerUnaryReactor* GetRun(grpc::CallbackServerContext* context,
                                   const v1::GetRunRequest* request, v1::Run* response) override;
  grpc::ServerUnaryReactor* ListRuns(grpc::CallbackServerContext* context,
                                     const v1::ListRunsRequest* request,
                                     v1::ListRunsResponse* response) override;
  grpc::ServerUnaryReactor* StopRun(grpc::CallbackServerContext* context,
                                    const v1::StopRunRequest* request, v1::Run* response) override;
  grpc::ServerUnaryReactor* PauseRun(grpc::CallbackServerContext* context,
                                     const v1::PauseRunRequest* request,
                                     v1::Run* response) override;
  grpc::ServerUnaryReactor* ApproveRun(grpc::CallbackServerContext* context,
                                       const v1::ApproveRunRequest* request,
                                       v1::Run* response) override;
  grpc::ServerUnaryReactor* ResumeRun(grpc::CallbackServerContext* context,
                                      const v1::ResumeRunRequest* request,
                                      v1::Run* response) override;
  grpc::ServerUnaryReactor* EditRun(grpc::CallbackServerContext* context,
                                    const v1::EditRunRequest* request, v1::Run* response) override;
  grpc::ServerUnaryReactor* CommentRun(grpc::CallbackServerContext* context,
                                       const v1::CommentRunRequest* request,
                                       v1::Run* response) override;
  grpc::ServerUnaryReactor* VoidPairs(grpc::CallbackServerContext* context,
                                      const v1::VoidPairsRequest* request,
                                      v1::Run* response) override;
  grpc::ServerUnaryReactor* RestorePairs(grpc::CallbackServerContext* context,
                                         const v1::RestorePairsRequest* request,
                                         v1::Run* response) override;
  grpc::ServerUnaryReactor* ListRunEvents(grpc::CallbackServerContext* context,
                                          const v1::ListRunEventsRequest* request,
                                          v1::ListRunEventsResponse* response) override;
  grpc::ServerUnaryReactor* ExplainRun(grpc::CallbackServerContext* context,
                                       const v1::ExplainRunRequest* request,
                                       v1::ExplainRunResponse* response) override;
  grpc::ServerWriteReactor<v1::Run>* WatchRun(grpc::CallbackServerContext* context,
                                              const v1::WatchRunRequest* request) override;
  grpc::ServerWriteReactor<v1::PgnChunk>* ExportPgn(grpc::CallbackServerContext* context,
                                                    const v1::ExportPgnRequest* request) override;
  grpc::ServerWriteReactor<v1::DuelChunk>* ExportDuels(
      grpc::CallbackServerContext* context, const v1::ExportDuelsRequest* request) override;

 private:
  // Ends the call with the status, counted; returns the reactor for the handler to return.
  grpc::ServerUnaryReactor* End(grpc::ServerUnaryReactor* reactor, const absl::Status& status);
  // CreateRun's slow half, on the threads for checks.
  void Begin(grpc::ServerUnaryReactor* reactor, const v1::CreateRunRequest& request,
             const Caller& caller, v1::Run* response);
  absl::Status Fill(const RunId& run, v1::Run* response);
  absl::Status FillDetail(const RunId& run, v1::Run* response);  // reads the disk
  // Posts the event of an action on a run and answers with the run as it is then.
  template <typename Action>
  grpc::ServerUnaryReactor* Act(grpc::CallbackServerContext* context, std::string_view method,
                                const absl::Status& valid, Action action, v1::Run* response);

  const Parts parts_;
};

}  // namespace rookery::coordinator
