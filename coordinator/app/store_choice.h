// Where a coordinator keeps what it remembers: `--store sqlite` (the file DATA/rookery.db) or
// `--store postgres:ADDRESS`, ADDRESS being a connection string of libpq's without a password.
// The main thread.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "coordinator/store/store.h"

namespace rookery::coordinator {

// The address after "postgres:", or nothing for "sqlite". InvalidArgument for anything else, and
// for an address that can't be one or holds a password.
absl::StatusOr<std::string> ParseStoreChoice(const std::string& text);

// Waits so long; false: this process was asked to stop.
using StandBy = std::function<bool(absl::Duration)>;

// Waits until no other coordinator leads that database, then leads it. FailedPrecondition at once
// if another one does and `wait` is empty; Cancelled if asked to stop.
absl::StatusOr<std::unique_ptr<Store>> LeadPostgres(const std::string& address,
                                                    const StandBy& wait);

}  // namespace rookery::coordinator
