// The version of these binaries, for people. A constant.
#pragma once

namespace rookery::cli {

inline constexpr const char* kVersion = "0.1.0";

}  // namespace rookery::cli
