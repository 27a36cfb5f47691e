#include "engine/openings/book_format.h"

#include <algorithm>

namespace rookery::openings {
namespace {

constexpr size_t kLookedAt = size_t{1} << 16;
constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

bool IsDigit(char letter) { return letter >= '0' && letter <= '9'; }

bool IsControl(char letter) {
  const auto byte = static_cast<unsigned char>(letter);
  return byte < ' ' && std::string_view("\t\n\v\f\r\x1A").find(letter) == std::string_view::npos;
}

// The first word of a line that isn't a comment of either kind of text.
std::string_view FirstWord(std::string_view text) {
  while (!text.empty()) {
    std::string_view line = text.substr(0, text.find_first_of("\r\n"));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    line.remove_prefix(std::min(line.find_first_not_of(" \t\v\f"), line.size()));
    if (line.empty() || line[0] == '#' || line[0] == ';' || line[0] == '%') continue;
    return line.substr(0, line.find_first_of(" \t"));
  }
  return {};
}

}  // namespace

std::string_view Name(BookFormat format) {
  switch (format) {
    case BookFormat::kEpd:
      return "EPD";
    case BookFormat::kPgn:
      return "PGN";
    case BookFormat::kPolyglot:
      break;
  }
  return "Polyglot";
}

BookFormat FormatOf(std::string_view content) {
  std::string_view head = content.substr(0, kLookedAt);
  if (head.starts_with(kByteOrderMark)) head.remove_prefix(kByteOrderMark.size());
  if (std::any_of(head.begin(), head.end(), IsControl)) return BookFormat::kPolyglot;
  const std::string_view word = FirstWord(head);
  if (word.empty()) return BookFormat::kEpd;
  if (word[0] == '[' || word[0] == '{') return BookFormat::kPgn;
  const size_t digits =
      static_cast<size_t>(std::find_if_not(word.begin(), word.end(), IsDigit) - word.begin());
  const bool number = digits > 0 && (digits == word.size() || word[digits] == '.');
  return number ? BookFormat::kPgn : BookFormat::kEpd;
}

}  // namespace rookery::openings
