#include "engine/eval/board_view.h"

namespace rookery::eval {
namespace {

// Own pieces that stand alone between their queen and an enemy bishop or rook.
Bitboard PinnedToQueen(const BoardView& board, Color color) {
  const chess::Position& position = board.position;
  const Color enemy = Other(color);
  Bitboard pinned = 0;
  Bitboard queens = position.of(color, PieceType::kQueen);
  while (queens != 0) {
    const Square queen = chess::PopFirst(queens);
    Bitboard pinners = (chess::BishopAttacks(queen, 0) & position.of(enemy, PieceType::kBishop)) |
                       (chess::RookAttacks(queen, 0) & position.of(enemy, PieceType::kRook));
    while (pinners != 0) {
      const Bitboard between = chess::Between(queen, chess::PopFirst(pinners)) & board.occupied;
      if (chess::Count(between) == 1) pinned |= between & position.of(color);
    }
  }
  return pinned;
}

void ViewSide(BoardView& board, Color color) {
  const chess::Position& position = board.position;
  SideView& side = board.of(color);
  side.pawns = position.of(color, PieceType::kPawn);
  side.pawn_attacks = chess::PawnSetAttacks(color, side.pawns);
  side.king = position.king(color);
  side.king_attacks = chess::KingAttacks(side.king);
  const auto add = [&](PieceType type, auto attacks_of, Bitboard& sum) {
    Bitboard pieces = position.of(color, type);
    while (pieces != 0) {
      const Square square = chess::PopFirst(pieces);
      const Bitboard attacks = attacks_of(square);
      side.pieces[side.piece_count++] = {square, type, attacks};
      sum |= attacks;
    }
  };
  add(PieceType::kKnight, [](Square s) { return chess::KnightAttacks(s); }, side.minor_attacks);
  add(
      PieceType::kBishop, [&](Square s) { return chess::BishopAttacks(s, board.occupied); },
      side.minor_attacks);
  add(
      PieceType::kRook, [&](Square s) { return chess::RookAttacks(s, board.occupied); },
      side.rook_attacks);
  add(
      PieceType::kQueen, [&](Square s) { return chess::QueenAttacks(s, board.occupied); },
      side.queen_attacks);
  side.officer_attacks = side.minor_attacks | side.rook_attacks | side.queen_attacks;
  side.all_attacks = side.officer_attacks | side.pawn_attacks | side.king_attacks;
  side.pinned = position.Pinned(color) | PinnedToQueen(board, color);
}

}  // namespace

BoardView::BoardView(const chess::Position& board) : position(board), occupied(board.occupied()) {
  ViewSide(*this, Color::kWhite);
  ViewSide(*this, Color::kBlack);
}

}  // namespace rookery::eval
