// The limits of docs/api.md as JSON, written and read. Pure functions; any thread.
#pragma once

#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "coordinator/query/read_model.h"
#include "coordinator/web/json.h"

namespace rookery::coordinator {

// Those that are set.
Json LimitsJson(const Limits& limits);

// The error names the field below `name`. Whether the limits make sense is for who takes them:
// here they must be whole numbers from 0, of fields that limits have.
absl::StatusOr<Limits> ReadLimits(std::string_view name, const std::string& text);

}  // namespace rookery::coordinator
