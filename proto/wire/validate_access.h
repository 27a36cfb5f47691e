// Validation of what asks for tokens and of workers that join. As proto/wire/validate.h.
#pragma once

#include "absl/status/status.h"
#include "rookery/v1/access.pb.h"

namespace rookery::wire {

absl::Status Validate(const v1::CreateTokenRequest& request);
absl::Status Validate(const v1::RevokeTokenRequest& request);
absl::Status Validate(const v1::JoinWorkerRequest& request);
absl::Status Validate(const v1::ListActionsRequest& request);

}  // namespace rookery::wire
