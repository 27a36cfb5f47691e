// The notation of the source texts (one grammar for all four): Chinese or letter piece names in
// either case, '-' ':' 'x' or '×' between the squares, pawn captures by files alone (f:e), '++'
// for double check, '×' for mate, "(=Q)", several marks for en passant, full-width marks.
// What is written need not agree with the board (sources slip): only the move must be found, and
// exactly one. Pure functions; any thread. Errors: InvalidArgument with the text and the reason.
//
// move := number? piece? from? sep? to promo? ep? status? mark*
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "base/pairing/outcome.h"
#include "engine/chess/pgn.h"
#include "engine/chess/position.h"

namespace rookery::chess {

struct SourceMove {
  Move move;
  std::string mark;  // "", "!", "?!" ...
};

// A lower-case b means a pawn of the b-file if one fits, else the bishop.
absl::StatusOr<SourceMove> ParseSourceMove(const Position& position, std::string_view text);

// Long: 马g1-f3, ':' for captures, '++' for double check, '×' for mate, e.p., 0-0.
std::string ToSourceLong(const Position& position, Move move);
// Short: letters, as SAN but N:e5, f:e where the files alone are enough, '++' and '×'.
std::string ToSourceShort(const Position& position, Move move);

// Moves with or without numbers (of rounds or of single moves), separated by blanks, commas,
// semicolons or lines; a result may end them. Headings (白方, 黑方) are skipped, and "∽" (any move)
// is kept as a comment. The error names the ply.
absl::StatusOr<PgnGame> ParseSourceGame(const Position& start, std::string_view text);

// "1-0", "1:0", "1/2:1/2" ... as a result; nullopt for "*" and what is none.
std::optional<GameResult> ParseResultText(std::string_view text);

// 1 to 6 for ! ? !! ?? !? ?!, else 0; and back.
int NagOfMark(std::string_view mark);
std::string_view MarkOfNag(int nag);

}  // namespace rookery::chess
