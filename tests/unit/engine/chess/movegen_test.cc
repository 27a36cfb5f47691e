#include "engine/chess/movegen.h"

#include <gtest/gtest.h>

#include "engine/chess/notation.h"

namespace rookery::chess {
namespace {

// White to move with a king on e1 and a queen on d4, Black's king on e8, and two black pieces.
Position WithBlack(PieceType piece, Square one, Square other) {
  Position::Setup setup;
  setup.board.fill(Piece::kNone);
  const auto put = [&setup](Square square, Color color, PieceType type) {
    setup.board[static_cast<size_t>(Index(square))] = MakePiece(color, type);
  };
  put(MakeSquare(4, 0), Color::kWhite, PieceType::kKing);
  put(MakeSquare(3, 3), Color::kWhite, PieceType::kQueen);
  put(MakeSquare(4, 7), Color::kBlack, PieceType::kKing);
  put(one, Color::kBlack, piece);
  put(other, Color::kBlack, piece);
  return Position(setup);
}

// No move gives such a check and ParseFen refuses it, but a position may be set up with it.
TEST(MoveGenerator, LetsOnlyTheKingMoveOutOfChecksByTwoPawnsOrKnights) {
  for (const Position& position :
       {WithBlack(PieceType::kKnight, MakeSquare(3, 2), MakeSquare(5, 2)),
        WithBlack(PieceType::kPawn, MakeSquare(3, 1), MakeSquare(5, 1))}) {
    ASSERT_EQ(Count(position.checkers()), 2);
    MoveList moves;
    GenerateLegal(position, moves);
    EXPECT_FALSE(moves.empty());
    for (const Move move : moves) {
      EXPECT_EQ(TypeOf(position.at(move.from())), PieceType::kKing) << ToText(move.to());
    }
    EXPECT_EQ(CountLegal(position), static_cast<int>(moves.size()));
  }
}

}  // namespace
}  // namespace rookery::chess
