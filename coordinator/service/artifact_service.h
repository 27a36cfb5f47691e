// Artifacts over gRPC: is it there, take it in, hand it out.
// gRPC calls these from its own threads; disk is touched on the executor.
#pragma once

#include "coordinator/access/gate.h"
#include "coordinator/query/read_model.h"
#include "coordinator/service/artifact_upload.h"
#include "rookery/v1/artifacts.grpc.pb.h"

namespace rookery::coordinator {

class ArtifactServiceImpl : public v1::ArtifactService::CallbackService {
 public:
  // Neither the read model nor the gate is owned.
  ArtifactServiceImpl(const ArtifactUpload::Parts& parts, ReadModel* reads, const Gate* gate)
      : parts_(parts), reads_(reads), gate_(gate) {}

  grpc::ServerUnaryReactor* HasArtifact(grpc::CallbackServerContext* context,
                                        const v1::HasArtifactRequest* request,
                                        v1::HasArtifactResponse* response) override;
  grpc::ServerReadReactor<v1::UploadArtifactRequest>* UploadArtifact(
      grpc::CallbackServerContext* context, v1::Artifact* response) override;
  grpc::ServerWriteReactor<v1::ArtifactChunk>* DownloadArtifact(
      grpc::CallbackServerContext* context, const v1::DownloadArtifactRequest* request) override;

 private:
  const ArtifactUpload::Parts parts_;
  ReadModel* const reads_;
  const Gate* const gate_;
};

}  // namespace rookery::coordinator
