// The data folder of a coordinator whose store is the SQLite file. Blocking; the main thread.
#pragma once

#include <string>

#include "absl/status/status.h"

namespace rookery::coordinator {

// FailedPrecondition for artifacts without the database that they belong to: it was lost, and a new
// one must not take its place unasked. A first start that was cut off leaves no artifact, and is
// repeated.
absl::Status CheckDatabaseIsThere(const std::string& data);

}  // namespace rookery::coordinator
