#include "cli/whole_number.h"

#include <fmt/format.h>

#include <charconv>

namespace rookery::cli {

WholeNumber::WholeNumber(uint64_t low, uint64_t high, const std::string& next) {
  description(fmt::format("{} to {}", low, high));
  func_ = [low, high, next](const std::string& text) -> std::string {
    uint64_t value = 0;
    const char* end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, value);
    const bool leading_zero = text.size() > 1 && text.front() == '0';  // octal to the library
    if (error == std::errc() && stop == end && !leading_zero && value >= low && value <= high) {
      return "";
    }
    return fmt::format("'{}' is no whole number from {} to {}{}", text, low, high, next);
  };
}

CLI::Option* AddSeedOption(CLI::App& command, uint64_t& seed) {
  return command.add_option("--seed", seed, "The same seed gives the same games; else drawn")
      ->type_name("N")
      ->check(WholeNumber(1, kMostSeed, "; leave it out to have one drawn"));
}

}  // namespace rookery::cli
