// A report as bytes for the outbox: a magic word with the version, the fields in order, and a
// SHA-256 over all of it, so that a torn or foreign file is recognised and never sent.
// Pure functions; any thread.
#pragma once

#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "worker/agent/messages.h"

namespace rookery::worker {

std::string EncodeReport(const Report& report);
// DataLoss with what is wrong; never more memory than a few times the input.
absl::StatusOr<Report> DecodeReport(std::string_view bytes);

}  // namespace rookery::worker
