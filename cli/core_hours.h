// What a run's games may cost, as people write it, in hours, and as runs have it, in whole seconds:
// one rule for runs that are made and for runs that are edited. Any thread.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>

namespace rookery::cli {

// A second, and what fits the wire's bound.
inline constexpr double kLeastCoreHours = 1.0 / 3600;
inline constexpr double kMostCoreHours = 2.7e8;

// Hours within those bounds. kOrZero: 0 too, which takes a limit off.
class CoreHours : public CLI::Validator {
 public:
  enum class Zero { kRefused, kOrZero };
  explicit CoreHours(Zero zero);
};

// To the next second; never 0, which means that there is no limit, for hours that aren't 0.
int64_t CoreSeconds(double hours);

}  // namespace rookery::cli
