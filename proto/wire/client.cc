#include "proto/wire/client.h"

#include <grpc/support/time.h>
#include <grpcpp/channel.h>
#include <grpcpp/client_context.h>

#include <algorithm>
#include <charconv>
#include <set>
#include <utility>

#include "base/mutex.h"
#include "base/sha256.h"
#include "base/status.h"
#include "proto/wire/bounds.h"
#include "proto/wire/status.h"
#include "proto/wire/text_fields.h"
#include "proto/wire/violations.h"
#include "rookery/v1/access.grpc.pb.h"
#include "rookery/v1/artifacts.grpc.pb.h"
#include "rookery/v1/engines.grpc.pb.h"
#include "rookery/v1/fits.grpc.pb.h"
#include "rookery/v1/runs.grpc.pb.h"
#include "rookery/v1/workers.grpc.pb.h"

namespace rookery::wire {
namespace {

absl::Status CheckAddress(const std::string& address) {
  const size_t colon = address.rfind(':');
  int port = 0;
  if (colon != std::string::npos && colon > 0) {
    const char* end = address.data() + address.size();
    const auto [stop, error] = std::from_chars(address.data() + colon + 1, end, port);
    if (error != std::errc() || stop != end) port = 0;
  }
  if (port >= 1 && port <= 65535) return absl::OkStatus();
  return InvalidArgument("address {} is not HOST:PORT; write it like 127.0.0.1:7700",
                         Quoted(address));
}

}  // namespace

struct Client::Impl {
  explicit Impl(const ClientOptions& chosen)
      : options(chosen),
        channel(MakeChannel(options.address, options.credentials)),
        runs(v1::RunService::NewStub(channel)),
        workers(v1::WorkerService::NewStub(channel)),
        artifacts(v1::ArtifactService::NewStub(channel)),
        access(v1::AccessService::NewStub(channel)),
        engines(v1::EngineService::NewStub(channel)),
        fits(v1::FitService::NewStub(channel)) {}

  // A call's context, known to Cancel for as long as it lives.
  class Call {
   public:
    Call(Impl* owner, absl::Duration deadline) : owner_(owner) {
      if (deadline != absl::InfiniteDuration()) {
        // A span, which gRPC counts from now on its own monotonic clock.
        context_.set_deadline(
            gpr_time_from_millis(absl::ToInt64Milliseconds(deadline), GPR_TIMESPAN));
      }
      if (!owner->options.user.empty()) context_.AddMetadata(kUserKey, owner->options.user);
      const std::string& bearer = owner->options.credentials.bearer;
      if (!bearer.empty()) context_.AddMetadata(kAuthorizationKey, bearer);
      MutexLock lock(&owner_->mutex);
      owner_->live.insert(&context_);
      if (owner_->cancelled) context_.TryCancel();
    }
    ~Call() {
      MutexLock lock(&owner_->mutex);
      owner_->live.erase(&context_);
    }
    Call(const Call&) = delete;
    Call& operator=(const Call&) = delete;
    grpc::ClientContext* context() { return &context_; }

    // The call's status as ours, saying which coordinator couldn't be reached.
    absl::Status Result(const grpc::Status& status) const {
      if (status.error_code() == grpc::StatusCode::UNAVAILABLE) {
        return Error(absl::StatusCode::kUnavailable, "coordinator {} can't be reached: {}",
                     owner_->options.address, status.error_message());
      }
      if (status.error_code() == grpc::StatusCode::DEADLINE_EXCEEDED) {
        return Error(absl::StatusCode::kDeadlineExceeded, "coordinator {} did not answer in time",
                     owner_->options.address);
      }
      return FromGrpc(status);
    }

   private:
    Impl* owner_;
    grpc::ClientContext context_;
  };

  template <typename Response, typename Stub, typename Request>
  absl::StatusOr<Response> Unary(Stub& stub,
                                 grpc::Status (Stub::*method)(grpc::ClientContext*, const Request&,
                                                              Response*),
                                 const Request& request) {
    ROOKERY_RETURN_IF_ERROR(CheckTextFields(request));
    Call call(this, options.deadline);
    Response response;
    const grpc::Status status = (stub.*method)(call.context(), request, &response);
    if (!status.ok()) return call.Result(status);
    return response;
  }

  const ClientOptions options;
  const std::shared_ptr<grpc::Channel> channel;
  const std::unique_ptr<v1::RunService::Stub> runs;
  const std::unique_ptr<v1::WorkerService::Stub> workers;
  const std::unique_ptr<v1::ArtifactService::Stub> artifacts;
  const std::unique_ptr<v1::AccessService::Stub> access;
  const std::unique_ptr<v1::EngineService::Stub> engines;
  const std::unique_ptr<v1::FitService::Stub> fits;

  Mutex mutex;
  std::set<grpc::ClientContext*> live ABSL_GUARDED_BY(mutex);
  bool cancelled ABSL_GUARDED_BY(mutex) = false;
};

absl::StatusOr<std::unique_ptr<Client>> Client::Create(const ClientOptions& options) {
  ROOKERY_RETURN_IF_ERROR(CheckAddress(options.address));
  return std::unique_ptr<Client>(new Client(std::make_unique<Impl>(options)));
}

Client::Client(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Client::~Client() = default;

absl::StatusOr<v1::Run> Client::CreateRun(const v1::CreateRunRequest& request) {
  return impl_->Unary(*impl_->runs, &v1::RunService::Stub::CreateRun, request);
}

absl::StatusOr<v1::Run> Client::GetRun(std::string_view name) {
  v1::GetRunRequest request;
  request.set_name(RunName(name));
  return impl_->Unary(*impl_->runs, &v1::RunService::Stub::GetRun, request);
}

absl::StatusOr<v1::ListRunsResponse> Client::ListRuns(const v1::ListRunsRequest& request) {
  return impl_->Unary(*impl_->runs, &v1::RunService::Stub::ListRuns, request);
}

absl::StatusOr<v1::Run> Client::StopRun(std::string_view name, std::string_view reason) {
  v1::StopRunRequest request;
  request.set_name(RunName(name));
  request.set_reason(std::string(reason));
  return impl_->Unary(*impl_->runs, &v1::RunService::Stub::StopRun, request);
}

absl::StatusOr<v1::Run> Client::PauseRun(std::string_view name) {
  v1::PauseRunRequest request;
  request.set_name(RunName(name));
  return impl_->Unary(*impl_->runs, &v1::RunService::Stub::PauseRun, request);
}

absl::StatusOr<v1::Run> Client::ResumeRun(std::string_view name) {
  v1::ResumeRunRequest request;
  request.set_name(RunName(name));
  return impl_->Unary(*impl_->runs, &v1::RunService::Stub::ResumeRun, request);
}

absl::StatusOr<v1::Run> Client::ApproveRun(std::string_view name) {
  v1::ApproveRunRequest request;
  request.set_name(RunName(name));
  return impl_->Unary(*impl_->runs, &v1::RunService::Stub::ApproveRun, request);
}

absl::StatusOr<v1::Run> Client::EditRun(const v1::EditRunRequest& request) {
  return impl_->Unary(*impl_->runs, &v1::RunService::Stub::EditRun, request);
}

absl::StatusOr<v1::Run> Client::CommentRun(std::string_view name, std::string_view text) {
  v1::CommentRunRequest request;
  request.set_name(RunName(name));
  request.set_text(std::string(text));
  return impl_->Unary(*impl_->runs, &v1::RunService::Stub::CommentRun, request);
}

absl::StatusOr<v1::Run> Client::VoidPairs(const v1::VoidPairsRequest& request) {
  return impl_->Unary(*impl_->runs, &v1::RunService::Stub::VoidPairs, request);
}

absl::StatusOr<v1::Run> Client::RestorePairs(const v1::RestorePairsRequest& request) {
  return impl_->Unary(*impl_->runs, &v1::RunService::Stub::RestorePairs, request);
}

absl::StatusOr<v1::ListRunEventsResponse> Client::ListRunEvents(std::string_view name) {
  v1::ListRunEventsRequest request;
  request.set_name(RunName(name));
  return impl_->Unary(*impl_->runs, &v1::RunService::Stub::ListRunEvents, request);
}

absl::StatusOr<std::string> Client::ExplainRun(std::string_view name, std::string_view worker) {
  v1::ExplainRunRequest request;
  request.set_name(RunName(name));
  request.set_worker(WorkerName(worker));
  ROOKERY_ASSIGN_OR_RETURN(const v1::ExplainRunResponse response,
                           impl_->Unary(*impl_->runs, &v1::RunService::Stub::ExplainRun, request));
  return response.text();
}

absl::StatusOr<v1::Worker> Client::SetQuarantine(std::string_view worker, std::string_view reason,
                                                 bool drain) {
  if (reason.empty()) {
    v1::LiftQuarantineRequest request;
    request.set_name(WorkerName(worker));
    return impl_->Unary(*impl_->workers, &v1::WorkerService::Stub::LiftQuarantine, request);
  }
  v1::QuarantineWorkerRequest request;
  request.set_name(WorkerName(worker));
  request.set_reason(std::string(reason));
  request.set_drain(drain);
  return impl_->Unary(*impl_->workers, &v1::WorkerService::Stub::QuarantineWorker, request);
}

absl::StatusOr<v1::ListWorkersResponse> Client::ListWorkers() {
  return impl_->Unary(*impl_->workers, &v1::WorkerService::Stub::ListWorkers,
                      v1::ListWorkersRequest());
}

absl::StatusOr<v1::Token> Client::CreateToken(const v1::CreateTokenRequest& request) {
  return impl_->Unary(*impl_->access, &v1::AccessService::Stub::CreateToken, request);
}

absl::StatusOr<v1::ListTokensResponse> Client::ListTokens() {
  return impl_->Unary(*impl_->access, &v1::AccessService::Stub::ListTokens,
                      v1::ListTokensRequest());
}

absl::StatusOr<v1::Token> Client::RevokeToken(std::string_view name) {
  v1::RevokeTokenRequest request;
  request.set_name(name.starts_with("tokens/") ? std::string(name) : "tokens/" + std::string(name));
  return impl_->Unary(*impl_->access, &v1::AccessService::Stub::RevokeToken, request);
}

absl::StatusOr<v1::JoinWorkerResponse> Client::JoinWorker(const v1::JoinWorkerRequest& request) {
  return impl_->Unary(*impl_->access, &v1::AccessService::Stub::JoinWorker, request);
}

absl::StatusOr<v1::ListActionsResponse> Client::ListActions(const v1::ListActionsRequest& request) {
  return impl_->Unary(*impl_->access, &v1::AccessService::Stub::ListActions, request);
}

absl::StatusOr<v1::Engine> Client::PutEngine(std::string_view name,
                                             std::string_view manifest_sha256, bool replace) {
  v1::PutEngineRequest request;
  request.set_name(EngineResource(name));
  request.set_manifest_sha256(std::string(manifest_sha256));
  request.set_replace(replace);
  return impl_->Unary(*impl_->engines, &v1::EngineService::Stub::PutEngine, request);
}

absl::StatusOr<v1::Engine> Client::GetEngine(std::string_view name) {
  v1::GetEngineRequest request;
  request.set_name(EngineResource(name));
  return impl_->Unary(*impl_->engines, &v1::EngineService::Stub::GetEngine, request);
}

absl::StatusOr<std::vector<v1::Engine>> Client::ListEngines() {
  std::vector<v1::Engine> engines;
  v1::ListEnginesRequest request;
  request.set_page_size(kMaxPageSize);
  while (true) {
    ROOKERY_ASSIGN_OR_RETURN(
        const v1::ListEnginesResponse page,
        impl_->Unary(*impl_->engines, &v1::EngineService::Stub::ListEngines, request));
    engines.insert(engines.end(), page.engines().begin(), page.engines().end());
    if (page.next_page_token().empty()) return engines;
    request.set_page_token(page.next_page_token());
  }
}

absl::StatusOr<v1::Engine> Client::RenameEngine(std::string_view name, std::string_view new_name) {
  v1::RenameEngineRequest request;
  request.set_name(EngineResource(name));
  request.set_new_name(EngineResource(new_name));
  return impl_->Unary(*impl_->engines, &v1::EngineService::Stub::RenameEngine, request);
}

absl::StatusOr<v1::Engine> Client::RemoveEngine(std::string_view name) {
  v1::RemoveEngineRequest request;
  request.set_name(EngineResource(name));
  return impl_->Unary(*impl_->engines, &v1::EngineService::Stub::RemoveEngine, request);
}

absl::StatusOr<v1::Fit> Client::PostFit(const v1::PostFitRequest& request) {
  return impl_->Unary(*impl_->fits, &v1::FitService::Stub::PostFit, request);
}

absl::StatusOr<v1::Fit> Client::GetFit(std::string_view name) {
  v1::GetFitRequest request;
  request.set_name(FitName(name));
  return impl_->Unary(*impl_->fits, &v1::FitService::Stub::GetFit, request);
}

absl::StatusOr<v1::ListFitsResponse> Client::ListFits() {
  return impl_->Unary(*impl_->fits, &v1::FitService::Stub::ListFits, v1::ListFitsRequest());
}

absl::Status Client::WatchRun(std::string_view name,
                              const std::function<bool(const v1::Run&)>& on_run) {
  v1::WatchRunRequest request;
  request.set_name(RunName(name));
  Impl::Call call(impl_.get(), absl::InfiniteDuration());
  const auto reader = impl_->runs->WatchRun(call.context(), request);
  v1::Run run;
  while (reader->Read(&run)) {
    if (on_run(run)) continue;
    call.context()->TryCancel();
    while (reader->Read(&run)) {
    }
    static_cast<void>(reader->Finish());
    return absl::OkStatus();
  }
  return call.Result(reader->Finish());
}

absl::Status Client::ExportPgn(std::string_view name, bool after_verdict,
                               const std::function<absl::Status(std::string_view)>& on_text) {
  v1::ExportPgnRequest request;
  request.set_name(RunName(name));
  request.set_after_verdict(after_verdict);
  Impl::Call call(impl_.get(), impl_->options.transfer_deadline);
  const auto reader = impl_->runs->ExportPgn(call.context(), request);
  v1::PgnChunk chunk;
  absl::Status taken;
  while (taken.ok() && reader->Read(&chunk)) taken = on_text(chunk.text());
  if (!taken.ok()) {
    call.context()->TryCancel();
    static_cast<void>(reader->Finish());
    return taken;
  }
  return call.Result(reader->Finish());
}

absl::Status Client::ExportDuels(
    std::string_view name, const std::function<absl::Status(const v1::DuelChunk&)>& on_duels) {
  v1::ExportDuelsRequest request;
  request.set_name(RunName(name));
  Impl::Call call(impl_.get(), impl_->options.transfer_deadline);
  const auto reader = impl_->runs->ExportDuels(call.context(), request);
  v1::DuelChunk chunk;
  absl::Status taken;
  while (taken.ok() && reader->Read(&chunk)) taken = on_duels(chunk);
  if (!taken.ok()) {
    call.context()->TryCancel();
    static_cast<void>(reader->Finish());
    return taken;
  }
  return call.Result(reader->Finish());
}

absl::StatusOr<v1::Artifact> Client::GetArtifact(std::string_view sha256) {
  v1::HasArtifactRequest request;
  request.set_sha256(std::string(sha256));
  const auto response =
      impl_->Unary(*impl_->artifacts, &v1::ArtifactService::Stub::HasArtifact, request);
  if (!response.ok()) return response.status();
  if (response->present()) return response->artifact();
  return Error(absl::StatusCode::kNotFound, "artifact {} is not on the coordinator", sha256);
}

absl::StatusOr<v1::Artifact> Client::UploadArtifact(v1::ArtifactKind kind,
                                                    std::string_view content) {
  const std::string sha256 = Sha256Hex(content);
  if (kind != v1::ARTIFACT_KIND_WEIGHTS) {  // weights are stored in canonical form
    absl::StatusOr<v1::Artifact> there = GetArtifact(sha256);
    if (there.ok() || !absl::IsNotFound(there.status())) return there;
  }
  Impl::Call call(impl_.get(), impl_->options.transfer_deadline);
  v1::Artifact stored;
  const auto writer = impl_->artifacts->UploadArtifact(call.context(), &stored);
  v1::UploadArtifactRequest part;
  part.mutable_metadata()->set_sha256(sha256);
  part.mutable_metadata()->set_size(static_cast<int64_t>(content.size()));
  part.mutable_metadata()->set_kind(kind);
  bool open = writer->Write(part);
  while (open && !content.empty()) {
    const std::string_view piece = content.substr(0, kChunkBytes);
    part.set_data(piece.data(), piece.size());
    content.remove_prefix(piece.size());
    open = writer->Write(part);
  }
  // A stream that broke off says why in Finish.
  if (open) writer->WritesDone();
  const grpc::Status status = writer->Finish();
  if (!status.ok()) return call.Result(status);
  return stored;
}

absl::StatusOr<std::string> Client::DownloadArtifact(std::string_view sha256, int64_t most) {
  v1::DownloadArtifactRequest request;
  request.set_sha256(std::string(sha256));
  Impl::Call call(impl_.get(), impl_->options.transfer_deadline);
  const auto reader = impl_->artifacts->DownloadArtifact(call.context(), request);
  v1::ArtifactChunk chunk;
  std::string content;
  while (reader->Read(&chunk)) {
    content += chunk.data();
    if (static_cast<int64_t>(content.size()) <= most) continue;
    call.context()->TryCancel();
    static_cast<void>(reader->Finish());
    return Error(absl::StatusCode::kResourceExhausted, "artifact {} is larger than {} bytes",
                 sha256, most);
  }
  const grpc::Status status = reader->Finish();
  if (!status.ok()) return call.Result(status);
  if (Sha256Hex(content) != sha256) {
    return Error(absl::StatusCode::kDataLoss, "artifact {}: the bytes that came hash to {}", sha256,
                 Sha256Hex(content));
  }
  return content;
}

void Client::Cancel() {
  MutexLock lock(&impl_->mutex);
  impl_->cancelled = true;
  for (grpc::ClientContext* context : impl_->live) context->TryCancel();
}

const std::string& Client::address() const { return impl_->options.address; }
std::shared_ptr<grpc::Channel> Client::channel() const { return impl_->channel; }

namespace {

std::string InCollection(std::string_view prefix, std::string_view id_or_name) {
  if (id_or_name.substr(0, prefix.size()) == prefix) return std::string(id_or_name);
  return std::string(prefix) + std::string(id_or_name);
}

}  // namespace

std::string RunName(std::string_view id_or_name) { return InCollection("runs/", id_or_name); }
std::string WorkerName(std::string_view id_or_name) { return InCollection("workers/", id_or_name); }
std::string EngineResource(std::string_view id_or_name) {
  return InCollection("engines/", id_or_name);
}
std::string FitName(std::string_view id_or_name) { return InCollection("fits/", id_or_name); }

}  // namespace rookery::wire
