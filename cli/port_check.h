// Whether a port is free, asked before anything is started, so that the answer is one clear line.
// Any thread.
#pragma once

#include <string>

#include "absl/status/status.h"

namespace rookery::cli {

// Ok for port 0. FailedPrecondition names the flag that chooses another port.
absl::Status CheckPortFree(int port, const std::string& flag);

}  // namespace rookery::cli
