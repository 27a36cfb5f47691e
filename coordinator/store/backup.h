// Copies of the database that can be trusted: taken while a coordinator writes, checked page by
// page. Blocking; any thread, each call on its own.
#pragma once

#include <string>

#include "absl/status/status.h"

namespace rookery::coordinator {

// A consistent copy of the database, which may be in use, on disk when this returns.
// AlreadyExists if `to` is there; NotFound if `from` isn't, DataLoss if it is empty.
absl::Status BackupDatabase(const std::string& from, const std::string& to);

// Every page and every reference between tables. DataLoss says what is broken.
absl::Status CheckDatabase(const std::string& path);

}  // namespace rookery::coordinator
