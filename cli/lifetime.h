// A span of time as people write it on the command line: "90m", "30d", "never". Pure; any thread.
#pragma once

#include <cstdint>
#include <string>

#include "absl/status/statusor.h"

namespace rookery::cli {

// Seconds; 0 for "never". InvalidArgument says what is allowed.
absl::StatusOr<int64_t> ParseLifetime(const std::string& text);

}  // namespace rookery::cli
