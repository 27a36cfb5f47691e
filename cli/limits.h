// The flags that say how long an engine may think. Pure; one thread.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "rookery/v1/types.pb.h"
#include "worker/match/pair_runner.h"

namespace rookery::cli {

inline constexpr int64_t kDefaultNodes = 5000;

struct LimitFlags {
  int64_t nodes = 0;
  int depth = 0;
  int64_t movetime_ms = 0;
  std::string time_control;
};

void AddLimitOptions(CLI::App& command, LimitFlags& flags);

// kDefaultNodes if no flag is given. InvalidArgument names the flag.
absl::StatusOr<v1::Limits> ToLimits(const LimitFlags& flags);

// The same for a match on this machine: every form of time control. `margin_ms`: by which a move
// may overstep its time.
absl::StatusOr<worker::SideLimits> ToSideLimits(const LimitFlags& flags, int64_t margin_ms);

// "8+0.08" and "60": seconds for the game and for each move.
absl::Status ParseTimeControl(std::string_view text, v1::Limits& limits);

}  // namespace rookery::cli
