// A coordinator that does what a test scripts: a gRPC server on loopback with no core behind it.
// Any thread; `state` is read by tests after the call that they wait for has returned.
#pragma once

#include <grpcpp/server.h>

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "base/mutex.h"
#include "rookery/v1/artifacts.grpc.pb.h"
#include "rookery/v1/runs.grpc.pb.h"
#include "rookery/v1/workers.grpc.pb.h"

namespace rookery::cli {

class FakeCoordinator final : public v1::RunService::Service,
                              public v1::WorkerService::Service,
                              public v1::ArtifactService::Service {
 public:
  FakeCoordinator();
  ~FakeCoordinator() override;

  const std::string& address() const { return address_; }

  // What CreateRun, GetRun and ListRuns answer with.
  void set_run(const v1::Run& run) { run_ = run; }
  // One entry for each call of WatchRun: the runs to send, then the status to end with. After the
  // last entry calls wait until they are cancelled.
  struct Watch {
    std::vector<v1::Run> runs;
    grpc::Status end;
  };
  void set_watches(std::vector<Watch> watches) { watches_ = std::move(watches); }
  void set_create_status(const grpc::Status& status) { create_status_ = status; }
  void set_on_watch(std::function<void()> on_watch) { on_watch_ = std::move(on_watch); }

  const v1::CreateRunRequest& created() const { return created_; }
  const std::map<v1::ArtifactKind, std::vector<std::string>>& uploads() const { return uploads_; }
  const std::string& stop_reason() const { return stop_reason_; }
  size_t watch_calls() const { return watch_calls_; }

  grpc::Status CreateRun(grpc::ServerContext*, const v1::CreateRunRequest* request,
                         v1::Run* response) override;
  grpc::Status GetRun(grpc::ServerContext*, const v1::GetRunRequest* request,
                      v1::Run* response) override;
  grpc::Status ListRuns(grpc::ServerContext*, const v1::ListRunsRequest* request,
                        v1::ListRunsResponse* response) override;
  grpc::Status StopRun(grpc::ServerContext*, const v1::StopRunRequest* request,
                       v1::Run* response) override;
  grpc::Status WatchRun(grpc::ServerContext* context, const v1::WatchRunRequest* request,
                        grpc::ServerWriter<v1::Run>* writer) override;
  grpc::Status ExportPgn(grpc::ServerContext*, const v1::ExportPgnRequest* request,
                         grpc::ServerWriter<v1::PgnChunk>* writer) override;
  grpc::Status ListWorkers(grpc::ServerContext*, const v1::ListWorkersRequest* request,
                           v1::ListWorkersResponse* response) override;
  grpc::Status HasArtifact(grpc::ServerContext*, const v1::HasArtifactRequest* request,
                           v1::HasArtifactResponse* response) override;
  grpc::Status UploadArtifact(grpc::ServerContext*,
                              grpc::ServerReader<v1::UploadArtifactRequest>* reader,
                              v1::Artifact* response) override;

 private:
  std::string address_;
  v1::Run run_;
  std::vector<Watch> watches_;
  grpc::Status create_status_;
  std::function<void()> on_watch_;
  v1::CreateRunRequest created_;
  std::map<v1::ArtifactKind, std::vector<std::string>> uploads_;
  std::string stop_reason_;
  size_t watch_calls_ = 0;
  std::unique_ptr<grpc::Server> server_;
};

}  // namespace rookery::cli
