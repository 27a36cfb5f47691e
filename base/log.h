// Structured logging to stderr through spdlog: one line an event, "message key=value ...".
// Set up once in main; afterwards any thread may log.
#pragma once

#include <spdlog/spdlog.h>

#include <string>

#include "absl/status/status.h"

namespace rookery {

// level: trace, debug, info, warn or error. The name (coordinator, worker ...) stands in each line.
absl::Status SetUpLog(const std::string& name, const std::string& level);

}  // namespace rookery
