// Whole numbers in a request's JSON that its message can't hold, such as 1e30: Protobuf's own
// parser says neither the field nor what is allowed. Pure; any thread.
#pragma once

#include <google/protobuf/descriptor.h>

#include <string>

#include "absl/status/status.h"

namespace rookery::coordinator {

// InvalidArgument names each such field by its path, its value and the numbers that fit in; OK if
// there is none, and for what is no JSON object. Fields are found by either of their names.
absl::Status CheckWholeNumbers(const std::string& json,
                               const google::protobuf::Descriptor& message);

}  // namespace rookery::coordinator
