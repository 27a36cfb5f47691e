// Which lines of an EPD or FEN book are openings: every line that is neither blank nor a comment
// ("#"). Lines end with LF or CRLF; a UTF-8 byte order mark at the start is skipped.
// Pure functions; any thread.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace rookery::openings {

struct EpdLine {
  uint64_t offset = 0;  // of the line's first byte in the text
  uint32_t number = 0;  // line of the file, from 1
};

std::vector<EpdLine> IndexEpdLines(std::string_view text);

// The text of the line that begins at `offset`, without its end.
std::string_view EpdLineAt(std::string_view text, uint64_t offset);

}  // namespace rookery::openings
