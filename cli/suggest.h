// "Did you mean": the nearest of the known words. Pure; any thread.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rookery::cli {

// Insertions, deletions, changes and swaps of neighbours that turn one text into the other
// (optimal string alignment).
int EditDistance(std::string_view a, std::string_view b);

// The nearest word, if it is near enough to be a slip of the fingers, or if `word` begins it.
std::optional<std::string> Nearest(std::string_view word, const std::vector<std::string>& known);

}  // namespace rookery::cli
