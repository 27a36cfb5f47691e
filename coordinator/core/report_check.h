// Whether what a worker reports can be a pair of games: form and bounds, not chess. Pure; any
// thread.
#pragma once

#include "absl/status/status.h"
#include "coordinator/core/types.h"

namespace rookery::coordinator {

// InvalidArgument names the pair, the field and what is allowed.
absl::Status CheckPair(const PairResult& pair);

}  // namespace rookery::coordinator
