// The calls that change something, for those who speak JSON: the same messages as over gRPC in
// Protobuf's JSON form, checked by the same code. Each call waits until the core has committed.
// Any thread that may block; bounded by kPatience.
#pragma once

#include <string>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "coordinator/query/artifact_files.h"
#include "coordinator/service/reply_router.h"

namespace rookery::coordinator {

inline constexpr absl::Duration kJsonCallPatience = absl::Seconds(10);

// A CreateRunRequest. The run's id.
absl::StatusOr<RunId> CreateRunFromJson(const std::string& json, ReplyRouter& router);

// A file of weights, kept in canonical form; empty text is the engine's own. Its SHA-256.
absl::StatusOr<std::string> PutWeightsText(const std::string& text, ArtifactFiles& files,
                                           ReplyRouter& router);

}  // namespace rookery::coordinator
