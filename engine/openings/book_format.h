// What kind of opening book a file is, by its content. Pure; any thread.
#pragma once

#include <string_view>

namespace rookery::openings {

enum class BookFormat { kEpd, kPgn, kPolyglot };

std::string_view Name(BookFormat format);  // "EPD", "PGN", "Polyglot"

// Bytes that no text holds: Polyglot. A tag, a comment in braces or a move number at the start:
// PGN. Anything else: EPD or FEN, an opening a line.
BookFormat FormatOf(std::string_view content);

}  // namespace rookery::openings
