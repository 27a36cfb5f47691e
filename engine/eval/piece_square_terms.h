// Where each piece stands: a term for every kind of piece and square, wings alike. Pure; any
// thread.
#pragma once

#include "engine/eval/board_view.h"
#include "engine/params/table.h"

namespace rookery::eval {

using params::Term;

// Files from the nearer edge, ranks from the piece's own side.
constexpr int FoldedSquare(Square relative) {
  const int file = chess::FileOf(relative);
  return 4 * chess::RankOf(relative) + (file < 4 ? file : 7 - file);
}
// The term of a piece on a square seen from its own side; a pawn's is none on ranks 1 and 8.
constexpr Term SquareTerm(PieceType type, Square relative) {
  constexpr int kPawnSquaresBefore = 4;  // the first rank, where no pawn stands
  constexpr int kSquares = 32;
  const int folded = FoldedSquare(relative);
  const int index =
      type == PieceType::kPawn
          ? params::Index(Term::kPsqPawnA2) + folded - kPawnSquaresBefore
          : params::Index(Term::kPsqKnightA1) + (static_cast<int>(type) - 1) * kSquares + folded;
  return static_cast<Term>(index);
}
static_assert(SquareTerm(PieceType::kPawn, chess::MakeSquare(4, 6)) == Term::kPsqPawnD7);
static_assert(SquareTerm(PieceType::kKing, chess::MakeSquare(7, 7)) == Term::kPsqKingA8);

template <Color side, class Sink>
void PawnSquares(Bitboard pawns, Sink& sink) {
  while (pawns != 0) {
    const Square square = chess::Relative(side, chess::PopFirst(pawns));
    sink.template Add<side>(SquareTerm(PieceType::kPawn, square), 1);
  }
}

// All but pawns.
template <Color side, class Sink>
void PieceSquares(const BoardView& board, Sink& sink) {
  const SideView& view = board.of(side);
  for (size_t i = 0; i < view.piece_count; ++i) {
    const Square square = chess::Relative(side, view.pieces[i].square);
    sink.template Add<side>(SquareTerm(view.pieces[i].type, square), 1);
  }
  sink.template Add<side>(SquareTerm(PieceType::kKing, chess::Relative(side, view.king)), 1);
}

}  // namespace rookery::eval
