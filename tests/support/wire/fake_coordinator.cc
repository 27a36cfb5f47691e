#include "tests/support/wire/fake_coordinator.h"

#include <grpcpp/server_builder.h>
#include <grpcpp/server_context.h>

#include "absl/time/clock.h"
#include "base/check.h"
#include "base/sha256.h"

namespace rookery::cli {

FakeCoordinator::FakeCoordinator() {
  grpc::ServerBuilder builder;
  int port = 0;
  builder.AddListeningPort("127.0.0.1:0", grpc::InsecureServerCredentials(), &port);
  builder.RegisterService(static_cast<v1::RunService::Service*>(this));
  builder.RegisterService(static_cast<v1::WorkerService::Service*>(this));
  builder.RegisterService(static_cast<v1::ArtifactService::Service*>(this));
  server_ = builder.BuildAndStart();
  ROOKERY_CHECK(server_ != nullptr);
  address_ = "127.0.0.1:" + std::to_string(port);
}

FakeCoordinator::~FakeCoordinator() {
  server_->Shutdown(absl::ToChronoTime(absl::Now()));
  server_->Wait();
}

grpc::Status FakeCoordinator::CreateRun(grpc::ServerContext*, const v1::CreateRunRequest* request,
                                        v1::Run* response) {
  created_ = *request;
  *response = run_;
  return create_status_;
}

grpc::Status FakeCoordinator::GetRun(grpc::ServerContext*, const v1::GetRunRequest* request,
                                     v1::Run* response) {
  if (request->name() != run_.name()) {
    return {grpc::StatusCode::NOT_FOUND, "run '" + request->name() + "' is unknown"};
  }
  *response = run_;
  return grpc::Status::OK;
}

grpc::Status FakeCoordinator::ListRuns(grpc::ServerContext*, const v1::ListRunsRequest*,
                                       v1::ListRunsResponse* response) {
  *response->add_runs() = run_;
  return grpc::Status::OK;
}

grpc::Status FakeCoordinator::StopRun(grpc::ServerContext*, const v1::StopRunRequest* request,
                                      v1::Run* response) {
  stop_reason_ = request->reason();
  *response = run_;
  response->set_state(v1::RUN_STATE_STOPPED);
  return grpc::Status::OK;
}

grpc::Status FakeCoordinator::WatchRun(grpc::ServerContext* context, const v1::WatchRunRequest*,
                                       grpc::ServerWriter<v1::Run>* writer) {
  const size_t call = watch_calls_++;
  if (call < watches_.size()) {
    for (const v1::Run& run : watches_[call].runs) writer->Write(run);
    return watches_[call].end;
  }
  writer->Write(run_);
  if (on_watch_) on_watch_();
  while (!context->IsCancelled()) absl::SleepFor(absl::Milliseconds(2));
  return grpc::Status::CANCELLED;
}

grpc::Status FakeCoordinator::ExportPgn(grpc::ServerContext*, const v1::ExportPgnRequest*,
                                        grpc::ServerWriter<v1::PgnChunk>* writer) {
  for (const char* text : {"[Event \"a\"]\n", "\n*\n"}) {
    v1::PgnChunk chunk;
    chunk.set_text(text);
    writer->Write(chunk);
  }
  return grpc::Status::OK;
}

grpc::Status FakeCoordinator::ListWorkers(grpc::ServerContext*, const v1::ListWorkersRequest*,
                                          v1::ListWorkersResponse* response) {
  v1::Worker& worker = *response->add_workers();
  worker.set_name("workers/w1");
  worker.set_label("desk");
  worker.set_state("playing");
  worker.set_slots(2);
  return grpc::Status::OK;
}

grpc::Status FakeCoordinator::HasArtifact(grpc::ServerContext*, const v1::HasArtifactRequest*,
                                          v1::HasArtifactResponse* response) {
  response->set_present(false);
  return grpc::Status::OK;
}

grpc::Status FakeCoordinator::UploadArtifact(grpc::ServerContext*,
                                             grpc::ServerReader<v1::UploadArtifactRequest>* reader,
                                             v1::Artifact* response) {
  std::string content;
  v1::UploadArtifactRequest part;
  while (reader->Read(&part)) {
    if (part.has_metadata()) *response = part.metadata();
    content += part.data();
  }
  response->set_sha256(Sha256Hex(content));
  uploads_[response->kind()].push_back(std::move(content));
  return grpc::Status::OK;
}

}  // namespace rookery::cli
