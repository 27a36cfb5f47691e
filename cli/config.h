// What the command line doesn't say: environment, the user's configuration file, the user's
// folders (XDG base directories). Precedence: flag, environment, file, default.
// Pure but for reading the file; any thread.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "absl/status/statusor.h"

namespace rookery::cli {

inline constexpr const char* kDefaultCoordinator = "127.0.0.1:7700";

// A variable of the environment, if it is set and not empty.
using Environment = std::function<std::optional<std::string>(const std::string& name)>;

// $XDG_CONFIG_HOME/rookery, or ~/.config/rookery; likewise the cache and the data folder. Relative
// values are ignored, as the specification asks.
std::string ConfigFolder(const Environment& environment);
std::string CacheFolder(const Environment& environment);
std::string DataFolder(const Environment& environment);

// HOST:PORT of the coordinator. InvalidArgument names the source of a value that isn't one.
absl::StatusOr<std::string> ResolveCoordinator(const std::string& flag,
                                               const Environment& environment);

// Whether the text reads as HOST:PORT (an IPv6 host in brackets).
absl::Status CheckAddress(const std::string& address, const std::string& source);

// By flag, NO_COLOR and TERM; the printer still drops colours where there is no terminal.
bool WantsColor(bool no_color_flag, const Environment& environment);

}  // namespace rookery::cli
