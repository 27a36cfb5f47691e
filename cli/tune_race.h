// A race between finished weights: which of their parameters differ, and each one's values.
// Reads files; one thread.
#pragma once

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "engine/params/weights.h"
#include "rookery/v1/runs.pb.h"

namespace rookery::cli {

// The start is the first candidate. InvalidArgument names the flag: no candidate, two that are the
// same, or more parameters that differ than a tune takes.
absl::StatusOr<v1::TuneSpec> RaceOf(const std::string& start_name, const params::Weights& start,
                                    const std::vector<std::string>& candidates,
                                    double expected_gain);

}  // namespace rookery::cli
