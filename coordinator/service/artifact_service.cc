#include "coordinator/service/artifact_service.h"

#include <memory>
#include <utility>

#include "base/status.h"
#include "coordinator/service/caller.h"
#include "coordinator/service/convert.h"
#include "coordinator/service/piece_stream.h"
#include "coordinator/service/refused_stream.h"
#include "proto/wire/bounds.h"
#include "proto/wire/status.h"
#include "proto/wire/validate.h"

namespace rookery::coordinator {

grpc::ServerUnaryReactor* ArtifactServiceImpl::HasArtifact(grpc::CallbackServerContext* context,
                                                           const v1::HasArtifactRequest* request,
                                                           v1::HasArtifactResponse* response) {
  ++parts_.counters->calls;
  absl::Status valid = Admit(*context, *gate_, "rookery.v1.ArtifactService/HasArtifact").status();
  if (valid.ok()) valid = wire::Validate(*request);
  const std::shared_ptr<const CoordinatorView> view = reads_->View();
  const auto found = view->artifacts->find(request->sha256());
  // The row alone isn't enough: the folder may have been restored without its files.
  if (valid.ok() && found != view->artifacts->end() && parts_.files->Has(request->sha256())) {
    response->set_present(true);
    *response->mutable_artifact() = ToProto(found->second);
  }
  grpc::ServerUnaryReactor* reactor = context->DefaultReactor();
  reactor->Finish(wire::ToGrpc(valid));
  return reactor;
}

grpc::ServerReadReactor<v1::UploadArtifactRequest>* ArtifactServiceImpl::UploadArtifact(
    grpc::CallbackServerContext* context, v1::Artifact* response) {
  ++parts_.counters->calls;
  absl::StatusOr<Caller> caller =
      Admit(*context, *gate_, "rookery.v1.ArtifactService/UploadArtifact");
  if (!caller.ok()) {
    ++parts_.counters->calls_failed;
    return new RefusedUpload<v1::UploadArtifactRequest>(caller.status());
  }
  return new ArtifactUpload(parts_, *std::move(caller), response);  // deletes itself
}

grpc::ServerWriteReactor<v1::ArtifactChunk>* ArtifactServiceImpl::DownloadArtifact(
    grpc::CallbackServerContext* context, const v1::DownloadArtifactRequest* request) {
  ++parts_.counters->calls;
  absl::Status status =
      Admit(*context, *gate_, "rookery.v1.ArtifactService/DownloadArtifact").status();
  if (status.ok()) status = wire::Validate(*request);
  if (!status.ok()) {
    ++parts_.counters->calls_failed;
    return new RefusedStream<v1::ArtifactChunk>(status);
  }
  const auto source = [this, sha256 = request->sha256(), offset = int64_t{0}](
                          v1::ArtifactChunk& chunk) mutable -> absl::StatusOr<bool> {
    absl::StatusOr<std::string> piece = parts_.files->Read(sha256, offset, wire::kChunkBytes);
    if (absl::IsNotFound(piece.status())) {
      return wire::WithReason(piece.status(), "ARTIFACT_UNKNOWN");
    }
    if (!piece.ok()) return piece.status();
    offset += static_cast<int64_t>(piece->size());
    parts_.counters->download_bytes += piece->size();
    const bool more = !piece->empty();
    chunk.set_data(*std::move(piece));
    return more;
  };
  return new PieceStream<v1::ArtifactChunk>(parts_.executor, source);
}

}  // namespace rookery::coordinator
