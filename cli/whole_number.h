// Whole numbers on the command line, strictly read: decimal digits and nothing else, so that no
// sign wraps round, nothing too large is cut down and a leading zero means no octal. Pure.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <limits>
#include <string>

namespace rookery::cli {

inline constexpr uint64_t kMostSeed = std::numeric_limits<uint64_t>::max();

// Checks an option's value: a whole number from `low` to `high`. The fault names the value and the
// range, and then `next`, what else one could do.
class WholeNumber : public CLI::Validator {
 public:
  WholeNumber(uint64_t low, uint64_t high, const std::string& next = "");
};

// A seed that is drawn if it is left out; 0 stands for that in a run's description.
CLI::Option* AddSeedOption(CLI::App& command, uint64_t& seed);

}  // namespace rookery::cli
