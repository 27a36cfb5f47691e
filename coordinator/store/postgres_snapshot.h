// A PostgreSQL database as it stands at one moment, for an audit beside a running coordinator.
#pragma once

#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "coordinator/store/store.h"

namespace rookery::coordinator {

// All that is read comes from one snapshot. Commit is FailedPrecondition, as is opening a schema
// that isn't this build's: a coordinator of this build brings it forward. Any thread, one at a
// time.
absl::StatusOr<std::unique_ptr<Store>> OpenPostgresSnapshot(const std::string& address);

}  // namespace rookery::coordinator
