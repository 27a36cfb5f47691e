// What the core can't check of a run that is asked for, because it knows no chess.
// Pure functions; any thread.
#pragma once

#include "absl/status/status.h"
#include "coordinator/core/types.h"

namespace rookery::coordinator {

// InvalidArgument, naming those that there are, if the rule profile is unknown; "" is "engine".
absl::Status CheckRules(const RunSpec& spec);
// Whether the run's games are played by the rules that count for ratings.
bool IsRated(const RunSpec& spec);

}  // namespace rookery::coordinator
