// What a worker did for its earlier owners, as a column of its row: pairs, games, milliseconds and
// the owner, a line each. Pure functions; any thread.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "coordinator/core/types.h"

namespace rookery::coordinator {

std::string EncodeShares(const std::vector<OwnerShare>& shares);
absl::StatusOr<std::vector<OwnerShare>> DecodeShares(std::string_view text);

}  // namespace rookery::coordinator
