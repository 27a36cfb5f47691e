#include "engine/openings/epd_lines.h"

#include <algorithm>

namespace rookery::openings {
namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

bool IsOpening(std::string_view line) {
  const size_t first = line.find_first_not_of(" \t\r");
  return first != std::string_view::npos && line[first] != '#';
}

}  // namespace

std::vector<EpdLine> IndexEpdLines(std::string_view text) {
  std::vector<EpdLine> lines;
  uint64_t offset = text.starts_with(kByteOrderMark) ? kByteOrderMark.size() : 0;
  for (uint32_t number = 1; offset < text.size(); ++number) {
    const size_t end = std::min(text.find('\n', offset), text.size());
    if (IsOpening(text.substr(offset, end - offset))) lines.push_back({offset, number});
    offset = end + 1;
  }
  return lines;
}

std::string_view EpdLineAt(std::string_view text, uint64_t offset) {
  std::string_view line = text.substr(offset, text.find('\n', offset) - offset);
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

}  // namespace rookery::openings
