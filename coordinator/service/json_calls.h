// The calls that change something, for those who speak JSON: the same messages as over gRPC in
// Protobuf's JSON form, checked by the same code. Each call waits until the core has committed.
// Any thread that may block; bounded by kPatience.
#pragma once

#include <functional>
#include <string>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "coordinator/query/artifact_files.h"
#include "coordinator/query/read_model.h"
#include "coordinator/service/caller.h"
#include "coordinator/service/reply_router.h"

namespace rookery::coordinator {

inline constexpr absl::Duration kJsonCallPatience = absl::Seconds(10);

// Posts an event and waits for what the core says once it is on disk.
absl::StatusOr<std::string> AskCore(ReplyRouter& router,
                                    const std::function<Event(ReplyToken)>& make);

// A CreateRunRequest. The run's id.
absl::StatusOr<RunId> CreateRunFromJson(const std::string& json, const Caller& caller,
                                        ReadModel& reads, ReplyRouter& router);

// An ApproveRunRequest. The run's id.
absl::StatusOr<std::string> ApproveFromJson(const std::string& json, const Caller& caller,
                                            ReplyRouter& router);

// A QuarantineWorkerRequest, a LiftQuarantineRequest. Empty.
absl::StatusOr<std::string> QuarantineFromJson(const std::string& json, const Caller& caller,
                                               ReplyRouter& router);
absl::StatusOr<std::string> LiftFromJson(const std::string& json, const Caller& caller,
                                         ReplyRouter& router);

// A file of weights, kept in canonical form; empty text is the engine's own. Its SHA-256.
absl::StatusOr<std::string> PutWeightsText(const std::string& text, const Caller& caller,
                                           ArtifactFiles& files, ReplyRouter& router);

}  // namespace rookery::coordinator
