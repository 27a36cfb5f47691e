#include "coordinator/service/artifact_upload.h"

#include <utility>

#include "base/status.h"
#include "coordinator/service/convert.h"
#include "proto/wire/bounds.h"
#include "proto/wire/status.h"
#include "proto/wire/validate.h"

namespace rookery::coordinator {
namespace {

absl::Status Broken(const absl::Status& status) {
  return absl::IsInvalidArgument(status) ? wire::WithReason(status, "ARTIFACT_BROKEN") : status;
}

}  // namespace

ArtifactUpload::ArtifactUpload(const Parts& parts, Caller caller, v1::Artifact* response)
    : parts_(parts), caller_(std::move(caller)), response_(response) {
  StartRead(&part_);
}

void ArtifactUpload::OnReadDone(bool ok) {
  {
    MutexLock lock(&mutex_);
    if (finished_) return;
    working_ = true;
  }
  const bool running = ok ? parts_.executor->Run([this] { TakePiece(); })
                          : parts_.checks->Run([this] { Complete(); });
  if (!running) {
    FinishOnce(wire::WithReason(
        absl::ResourceExhaustedError("the coordinator is busy; upload again in a second"), "BUSY"));
  }
}

absl::Status ArtifactUpload::Take() {
  if (part_.has_metadata()) {
    if (incoming_ != nullptr) return InvalidArgument("metadata: it came already");
    ROOKERY_RETURN_IF_ERROR(wire::ValidateUpload(part_.metadata()));
    const v1::Artifact& metadata = part_.metadata();
    UploadClaim claim{metadata.sha256(), metadata.size(),
                      static_cast<ArtifactKind>(metadata.kind())};
    ROOKERY_ASSIGN_OR_RETURN(incoming_, parts_.files->Begin(claim));
    return absl::OkStatus();
  }
  if (incoming_ == nullptr) return InvalidArgument("metadata: an upload's first message is that");
  if (part_.data().size() > wire::kChunkBytes) {
    return InvalidArgument("data: a piece of {} bytes; at most {} are allowed", part_.data().size(),
                           wire::kChunkBytes);
  }
  parts_.counters->upload_bytes += part_.data().size();
  return incoming_->Add(part_.data());
}

void ArtifactUpload::TakePiece() {
  const absl::Status taken = Take();
  if (!taken.ok()) return FinishOnce(Broken(taken));
  MutexLock lock(&mutex_);
  working_ = false;
  if (!cancelled_ && !finished_) {
    StartRead(&part_);
  } else if (!finished_) {
    finished_ = true;
    Finish(grpc::Status(grpc::StatusCode::CANCELLED, "the upload was cancelled"));
  }
}

void ArtifactUpload::Complete() {
  if (incoming_ == nullptr) return FinishOnce(InvalidArgument("metadata: nothing came"));
  const absl::StatusOr<ArtifactInfo> info = incoming_->Finish();
  if (!info.ok()) return FinishOnce(Broken(info.status()));
  *response_ = ToProto(*info);
  parts_.router->Call(
      [&](ReplyToken token) { return PutArtifact{token, *info, caller_.name, caller_.access}; },
      [this](const absl::StatusOr<RunId>& done) { FinishOnce(done.status()); });
}

void ArtifactUpload::OnCancel() {
  MutexLock lock(&mutex_);
  cancelled_ = true;
  // Whoever works with this right now finishes it; else nobody would.
  if (working_ || finished_) return;
  finished_ = true;
  Finish(grpc::Status(grpc::StatusCode::CANCELLED, "the upload was cancelled"));
}

void ArtifactUpload::FinishOnce(const absl::Status& status) {
  if (!status.ok()) ++parts_.counters->calls_failed;
  MutexLock lock(&mutex_);
  working_ = false;
  if (finished_) return;
  finished_ = true;
  Finish(wire::ToGrpc(status));
}

void ArtifactUpload::OnDone() {
  {
    MutexLock lock(&mutex_);
  }
  delete this;
}

}  // namespace rookery::coordinator
