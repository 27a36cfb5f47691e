// The flags that say how long an engine may think. Pure; one thread.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

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
  int64_t margin_ms = 0;  // by which a move may overstep its time
};

void AddLimitOptions(CLI::App& command, LimitFlags& flags);

// kDefaultNodes if no flag is given. InvalidArgument names the flag.
absl::StatusOr<worker::SideLimits> ToSideLimits(const LimitFlags& flags);
absl::StatusOr<v1::Limits> ToLimits(const LimitFlags& flags);

// One limit by its key: tc, movetime, nodes, depth, margin. InvalidArgument for a value that is
// none; the key must be one of those (IsLimit).
bool IsLimit(std::string_view key);
absl::Status SetLimit(const std::string& key, const std::string& value, worker::SideLimits& limits);

// Limits of one side's own: "KEY=VALUE" each. The error names the flag.
absl::StatusOr<v1::Limits> OwnLimits(std::string_view flag, const std::vector<std::string>& texts);

}  // namespace rookery::cli
