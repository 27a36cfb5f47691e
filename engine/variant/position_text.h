// The text of four-nation positions and moves. A position has six fields ("4N-FEN"):
//   ranks 18 to 1 joined by '/', squares by ',': a number of empty squares, or seat and piece
//   letter (SK, EP), 'p' for a pawn that has never moved, O for a princess the seat to move
//   castling rights, SKQ.EKQ.NKQ.WKQ, '-' for none
//   double steps that may be taken in passing, g3:g4:S (passed square, pawn, owner) joined by '+'
//   fallen pieces, S:NQ.E:-.N:-.W:-
//   turns without capture, pawn move or coronation / round
// A move is from and to, a promotion g17g18=Q; castling and coronation are the king's move. Pure;
// any thread. Text from outside gives InvalidArgument naming the field, never a crash.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "engine/variant/board.h"
#include "engine/variant/position.h"

namespace rookery::variant {

inline constexpr size_t kMostPositionText = 4096;

char SeatLetter(Seat seat);
std::optional<Seat> SeatFromLetter(char letter);
std::string_view SeatName(Seat seat);
// 'p' for a fresh pawn.
char KindLetter(Kind kind);
std::optional<Kind> KindFromLetter(char letter);

// a1 to r18.
std::string SquareText(Square square);
std::optional<Square> ParseSquare(std::string_view text);

std::string PositionText(const Position& position);
// Also refuses what no game reaches: a nation without its one king, pieces in the capital, rights
// without king or rook.
absl::StatusOr<Position> ParsePosition(const Board& board, std::string_view text);

std::string MoveText(const Move& move);
// InvalidArgument if it isn't a legal move here.
absl::StatusOr<Move> ParseMove(const Board& board, const Position& position, std::string_view text);

}  // namespace rookery::variant
