// Which games a run keeps, in the words of flags and of JSON: "all", "none", "1000" (pairs, the
// newest), "30d" (days), "1000,30d" (both).
// Pure functions; any thread.
#pragma once

#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "rookery/v1/types.pb.h"

namespace rookery::wire {

// InvalidArgument says what is allowed.
absl::StatusOr<v1::KeepGames> ParseKeepGames(std::string_view text);
std::string KeepGamesText(const v1::KeepGames& keep);

}  // namespace rookery::wire
