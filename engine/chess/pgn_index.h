// Random access to the games of a PGN text that lies in memory (as a rule a mapped file): an index
// of where each game begins, 16 bytes a game, and the reading of one game at its place.
// Pure functions; any thread. The index numbers games exactly as ReadPgn meets them, broken ones
// included.
#pragma once

#include <string_view>
#include <variant>
#include <vector>

#include "engine/chess/pgn.h"
#include "engine/chess/pgn_lexer.h"

namespace rookery::chess {

std::vector<PgnPlace> IndexPgn(std::string_view text);

// The game that begins at the place, or what is wrong with it.
std::variant<PgnGame, PgnError> ReadPgnGame(std::string_view text, const PgnPlace& place,
                                            PgnVariations variations = PgnVariations::kSkip);

}  // namespace rookery::chess
