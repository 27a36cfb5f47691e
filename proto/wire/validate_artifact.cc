#include "base/engine_manifest.h"
#include "proto/wire/bounds.h"
#include "proto/wire/validate.h"
#include "proto/wire/violations.h"

namespace rookery::wire {
namespace {

absl::Status CheckIdentity(std::string_view sha256) {
  Violations found;
  found.CheckSha256("sha256", sha256);
  return found.Finish();
}

}  // namespace

absl::Status Validate(const v1::HasArtifactRequest& request) {
  return CheckIdentity(request.sha256());
}

absl::Status Validate(const v1::DownloadArtifactRequest& request) {
  return CheckIdentity(request.sha256());
}

absl::Status ValidateUpload(const v1::Artifact& metadata) {
  Violations found;
  found.CheckSha256("metadata.sha256", metadata.sha256());
  if (metadata.kind() == v1::ARTIFACT_KIND_WEIGHTS) {
    found.CheckRange("metadata.size", metadata.size(), int64_t{0}, kMaxWeightsBytes);
  } else if (metadata.kind() == v1::ARTIFACT_KIND_ENGINE) {
    found.CheckRange("metadata.size", metadata.size(), int64_t{1},
                     static_cast<int64_t>(kMaxManifestBytes));
  } else if (metadata.kind() == v1::ARTIFACT_KIND_BOOK ||
             metadata.kind() == v1::ARTIFACT_KIND_ENGINE_FILE) {
    found.CheckRange("metadata.size", metadata.size(), int64_t{1}, kMaxArtifactBytes);
  } else {
    found.Add("metadata.kind", "{} is not allowed; weights, book, engine or engine file is needed",
              static_cast<int>(metadata.kind()));
  }
  return found.Finish();
}

}  // namespace rookery::wire
