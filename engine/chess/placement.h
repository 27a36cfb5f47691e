// What move generation needs of a position: pieces as bitboards, castling, en passant, side. 82
// bytes that perft copies alone; Position adds keys, clocks and a board by squares.
// A plain value; any thread reads, one changes.
#pragma once

#include <array>

#include "engine/chess/attacks.h"
#include "engine/chess/types.h"

namespace rookery::chess {

struct Placement {
  std::array<Bitboard, 6> by_type{};
  std::array<Bitboard, 2> by_color{};
  Bitboard castling_rooks = 0;  // rooks of both colours that may still castle
  Square en_passant = Square::kNone;
  Color side = Color::kWhite;

  Bitboard of(PieceType type) const { return by_type[Index(type)]; }
  Bitboard of(Color color) const { return by_color[Index(color)]; }
  Bitboard of(Color color, PieceType type) const { return of(color) & of(type); }
  Bitboard occupied() const { return by_color[0] | by_color[1]; }
  Bitboard diagonal_sliders() const { return of(PieceType::kBishop) | of(PieceType::kQueen); }
  Bitboard straight_sliders() const { return of(PieceType::kRook) | of(PieceType::kQueen); }

  // Pieces of both colours that attack a square, with the given occupancy.
  template <TableIndex index = TableIndex::kByProcessor>
  Bitboard AttackersTo(Square square, Bitboard occupancy) const {
    return (PawnAttacks(Color::kBlack, square) & of(Color::kWhite, PieceType::kPawn)) |
           (PawnAttacks(Color::kWhite, square) & of(Color::kBlack, PieceType::kPawn)) |
           (KnightAttacks(square) & of(PieceType::kKnight)) |
           (KingAttacks(square) & of(PieceType::kKing)) |
           (BishopAttacks<index>(square, occupancy) & diagonal_sliders()) |
           (RookAttacks<index>(square, occupancy) & straight_sliders());
  }

  bool operator==(const Placement&) const = default;
};

// Where king and rook go when `color` castles with a rook on the king's side (or queen's side).
constexpr Square CastledKing(Color color, bool king_side) {
  return Relative(color, MakeSquare(king_side ? 6 : 2, 0));
}
constexpr Square CastledRook(Color color, bool king_side) {
  return Relative(color, MakeSquare(king_side ? 5 : 3, 0));
}

}  // namespace rookery::chess
