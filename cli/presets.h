// Usual settings of a test by name, as the field uses them: how long to think, which bounds.
// Pure; any thread.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "rookery/v1/runs.pb.h"

namespace rookery::cli {

// "stc", "ltc", "smp", "nonreg".
std::vector<std::string> PresetNames();

// Sets the limits, the bounds, the hash table and the threads of the spec.
absl::Status ApplyPreset(std::string_view name, v1::RunSpec& spec);

// What an accepted test is followed up by: the preset's limits and bounds.
absl::Status ApplyFollowUp(std::string_view name, v1::RunSpec& spec);

}  // namespace rookery::cli
