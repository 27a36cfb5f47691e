// Tokens and the audit log as messages and back. Pure functions; any thread.
#pragma once

#include "absl/status/statusor.h"
#include "coordinator/access/action.h"
#include "coordinator/access/token_book.h"
#include "rookery/v1/access.pb.h"

namespace rookery::coordinator {

// InvalidArgument for a role or a scope that there isn't.
absl::StatusOr<TokenRecord> FromProto(const v1::CreateTokenRequest& request);
v1::Token ToProto(const TokenRecord& record);
v1::Action ToProto(const Action& action);

}  // namespace rookery::coordinator
