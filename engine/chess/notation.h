// Positions and moves as text: FEN, SAN, UCI. Pure functions; any thread. Text comes from outside:
// a fault is an InvalidArgument that names the field, what it was and what is allowed.
#pragma once

#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "engine/chess/position.h"

namespace rookery::chess {

inline constexpr std::string_view kStartFen =
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

// FEN, Shredder-FEN and X-FEN; the last two fields may be missing (0 1). The position is
// validated: kings, pawns, checks, castling, en passant.
absl::StatusOr<Position> ParseFen(std::string_view fen);
std::string ToFen(const Position& position);
// The FEN after a move, with the en-passant square given after every double step, as the PGN
// standard asks and other programs write; ToFen gives it only where a capture is legal.
std::string ToFenAfter(const Position& before, Move move);

// "e2e4", "e7e8q"; castling as e1g1, or king onto rook where `chess960` or where the king doesn't
// stand on the e-file. Reading takes both.
std::string ToUci(const Position& position, Move move, bool chess960 = false);
absl::StatusOr<Move> ParseUci(const Position& position, std::string_view text);

// Standard algebraic notation with check and mate signs; "--" for no move.
std::string ToSan(const Position& position, Move move);
absl::StatusOr<Move> ParseSan(const Position& position, std::string_view text);

std::string ToText(Square square);  // "e4", "-" for none

}  // namespace rookery::chess
