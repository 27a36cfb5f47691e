// What the terms need to know about a position, worked out once: each piece's attacks, attack sets
// by kind, pawn structure. On the stack; one thread.
#pragma once

#include <algorithm>
#include <array>
#include <cstdlib>

#include "engine/chess/attacks.h"
#include "engine/chess/position.h"

namespace rookery::eval {

using chess::Bitboard;
using chess::Color;
using chess::PieceType;
using chess::Square;

inline constexpr Bitboard kCentre = 0x0000001818000000;  // d4 e4 d5 e5
inline constexpr Bitboard kRing = 0x00003C24243C0000;    // the twelve squares around it
inline constexpr Bitboard kCorners = 0x8100000000000081;
inline constexpr Bitboard kEdge = 0xFF818181818181FF;
inline constexpr Bitboard kLightSquares = 0x55AA55AA55AA55AA;
inline constexpr Bitboard kCentralFiles = 0x3C3C3C3C3C3C3C3C;  // c to f

// A knight, bishop, rook or queen.
struct PieceView {
  Square square;
  PieceType type;
  Bitboard attacks;
};

// Facts of pawns alone; the pawn cache keeps them.
struct PawnFacts {
  std::array<Bitboard, 2> passed = {};
  std::array<Bitboard, 2> weak = {};  // isolated, backward or doubled
};

struct SideView {
  std::array<PieceView, 16> pieces;
  size_t piece_count = 0;
  Bitboard pawns = 0;
  Bitboard pawn_attacks = 0;
  Bitboard minor_attacks = 0;
  Bitboard rook_attacks = 0;
  Bitboard queen_attacks = 0;
  Bitboard king_attacks = 0;
  Bitboard officer_attacks = 0;  // knights, bishops, rooks and queens
  Bitboard all_attacks = 0;
  Bitboard pinned = 0;    // to king or queen
  Bitboard immobile = 0;  // shut in, without safe square, or pinned
  Square king = Square::kNone;
};

struct BoardView {
  explicit BoardView(const chess::Position& board);

  const chess::Position& position;
  Bitboard occupied;
  std::array<SideView, 2> sides;
  PawnFacts pawn_facts;

  const SideView& of(Color color) const { return sides[static_cast<size_t>(color)]; }
  SideView& of(Color color) { return sides[static_cast<size_t>(color)]; }
};

// Squares before `squares`, up to the last rank, seen from `side`.
template <Color side>
constexpr Bitboard Ahead(Bitboard squares) {
  Bitboard fill = chess::Forward<side>(squares);
  fill |= side == Color::kWhite ? fill << 8 : fill >> 8;
  fill |= side == Color::kWhite ? fill << 16 : fill >> 16;
  return fill | (side == Color::kWhite ? fill << 32 : fill >> 32);
}
constexpr Bitboard Beside(Bitboard squares) {
  return (squares & ~chess::kFileA) >> 1 | (squares & ~chess::kFileH) << 1;
}
constexpr Bitboard WholeFiles(Bitboard squares) {
  return squares | Ahead<Color::kWhite>(squares) | Ahead<Color::kBlack>(squares);
}
// Steps of a king between two squares.
inline int Steps(Square a, Square b) {
  return std::max(std::abs(chess::FileOf(a) - chess::FileOf(b)),
                  std::abs(chess::RankOf(a) - chess::RankOf(b)));
}
// A square given from White's side, seen from `side`.
template <Color side>
constexpr Bitboard RelativeBit(int file, int rank) {
  return chess::Bit(chess::Relative(side, chess::MakeSquare(file, rank)));
}
template <Color side>
constexpr Bitboard RelativeRank(int rank) {
  return chess::RankMask(side == Color::kWhite ? rank : 7 - rank);
}

}  // namespace rookery::eval
