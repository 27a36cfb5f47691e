// Words and numbers of a line, for both directions of the protocol. Pure; any thread.
#pragma once

#include <charconv>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace rookery::uci {

// A longer line is refused: 100,000 moves don't fit a game.
inline constexpr size_t kLongestLine = 512 * 1024;

inline std::vector<std::string_view> SplitWords(std::string_view line) {
  constexpr std::string_view kBlank = " \t\r\n";
  std::vector<std::string_view> words;
  size_t begin = line.find_first_not_of(kBlank);
  while (begin != std::string_view::npos) {
    const size_t end = line.find_first_of(kBlank, begin);
    words.push_back(line.substr(begin, end == std::string_view::npos ? end : end - begin));
    begin = end == std::string_view::npos ? end : line.find_first_not_of(kBlank, end);
  }
  return words;
}

inline std::optional<int64_t> ToNumber(std::string_view text) {
  int64_t value = 0;
  if (text.starts_with('+')) text.remove_prefix(1);
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

}  // namespace rookery::uci
