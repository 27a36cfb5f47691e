// What a word of PGN movetext means where it isn't plain SAN: the spellings and marks that programs
// and people write all the same. Pure functions; any thread.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "engine/chess/position.h"

namespace rookery::chess {

struct PgnWord {
  Move move;                  // none: the marks stand alone, or the move is a null move
  bool is_null = false;       // "--", "Z0", "0000", "@@@@", "null"; never in check
  std::vector<uint8_t> nags;  // numeric annotation glyphs, in the order of their marks
};

// A move in SAN, figurine notation ("\u2658f3"), as its two squares ("g1f3") or in the source
// texts' notation (source_notation.h), with marks such as "+/-" or "=" behind it; marks alone; a
// null move. Nothing if the word is none of these.
std::optional<PgnWord> ReadPgnWord(const Position& position, std::string_view text);

}  // namespace rookery::chess
