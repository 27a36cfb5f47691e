// absl::Status and grpc::Status carry the same codes and messages; here they cross over, with
// details (google.rpc.BadRequest, ErrorInfo) travelling as payloads of the absl status.
// Pure functions; any thread.
#pragma once

#include <grpcpp/support/status.h>

#include <map>
#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "absl/time/time.h"

namespace rookery::wire {

grpc::Status ToGrpc(const absl::Status& status);
// Unknown codes become Unknown.
absl::Status FromGrpc(const grpc::Status& status);

// The status with a reason for programs: UPPER_SNAKE_CASE, at most 63 characters.
absl::Status WithReason(absl::Status status, std::string_view reason,
                        const std::map<std::string, std::string>& metadata = {});
// The status with the time after which to try again (google.rpc.RetryInfo).
absl::Status WithRetry(absl::Status status, absl::Duration after);
// That time; 0 if the status carries none.
absl::Duration RetryAfter(const absl::Status& status);
// The reason, or "" if the status carries none.
std::string ReasonOf(const absl::Status& status);

}  // namespace rookery::wire
