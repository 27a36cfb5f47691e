// The results that calculators take: pairs, games, or both, read and held against each other.
// Pure; any thread.
#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>

#include "absl/status/statusor.h"
#include "coordinator/stats/counts.h"

namespace rookery::cli {

struct CountFlags {
  std::string pentanomial;
  std::string trinomial;
};

// At least one of the two; where both are known they agree.
struct Counts {
  std::optional<stats::Pentanomial> pairs;
  std::optional<stats::Trinomial> games;
};

// Adds --pentanomial and --trinomial.
void AddCountOptions(CLI::App& command, CountFlags& flags);

// InvalidArgument names what is missing, malformed, or doesn't add up.
absl::StatusOr<Counts> ReadCounts(const CountFlags& flags);

}  // namespace rookery::cli
