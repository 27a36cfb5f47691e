// What every request must look like before anything else sees it: all faults at once, each with
// its field, its value and what is allowed. InvalidArgument with a google.rpc.BadRequest.
// Pure functions; any thread.
#pragma once

#include "absl/status/status.h"
#include "rookery/v1/artifacts.pb.h"
#include "rookery/v1/engines.pb.h"
#include "rookery/v1/fits.pb.h"
#include "rookery/v1/runs.pb.h"
#include "rookery/v1/workers.pb.h"

namespace rookery::wire {

absl::Status Validate(const v1::CreateRunRequest& request);
absl::Status Validate(const v1::GetRunRequest& request);
absl::Status Validate(const v1::ListRunsRequest& request);
absl::Status Validate(const v1::StopRunRequest& request);
absl::Status Validate(const v1::PauseRunRequest& request);
absl::Status Validate(const v1::ResumeRunRequest& request);
absl::Status Validate(const v1::ApproveRunRequest& request);
absl::Status Validate(const v1::EditRunRequest& request);
absl::Status Validate(const v1::CommentRunRequest& request);
absl::Status Validate(const v1::ListRunEventsRequest& request);
absl::Status Validate(const v1::ExplainRunRequest& request);
absl::Status Validate(const v1::VoidPairsRequest& request);
absl::Status Validate(const v1::RestorePairsRequest& request);
absl::Status Validate(const v1::WatchRunRequest& request);
absl::Status Validate(const v1::ExportPgnRequest& request);
absl::Status Validate(const v1::ExportDuelsRequest& request);

absl::Status Validate(const v1::HasArtifactRequest& request);
absl::Status Validate(const v1::DownloadArtifactRequest& request);
// The first message of an upload.
absl::Status ValidateUpload(const v1::Artifact& metadata);

absl::Status Validate(const v1::PutEngineRequest& request);
absl::Status Validate(const v1::GetEngineRequest& request);
absl::Status Validate(const v1::ListEnginesRequest& request);
absl::Status Validate(const v1::RenameEngineRequest& request);
absl::Status Validate(const v1::RemoveEngineRequest& request);

absl::Status Validate(const v1::PostFitRequest& request);
absl::Status Validate(const v1::GetFitRequest& request);

absl::Status Validate(const v1::QuarantineWorkerRequest& request);
absl::Status Validate(const v1::LiftQuarantineRequest& request);
// Any message of a worker, its kind included.
absl::Status Validate(const v1::WorkerMessage& message);

}  // namespace rookery::wire
