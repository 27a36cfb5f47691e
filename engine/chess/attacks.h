// Attack sets of pieces and the lines between squares, from tables filled once before main.
// Sliders use "fancy magic" multiplication (Pradyumna Kannan's scheme): a table per square indexed
// by a hash of the relevant blockers. PEXT would do the same without the factors, but is microcoded
// on Zen 1 and 2. Pure functions; any thread.
#pragma once

#include <array>
#include <cstdint>

#include "engine/chess/types.h"

namespace rookery::chess {

inline constexpr Bitboard kFileA = 0x0101010101010101;
inline constexpr Bitboard kFileH = kFileA << 7;
inline constexpr Bitboard kRank1 = 0xFF;
inline constexpr Bitboard kDarkSquares = 0xAA55AA55AA55AA55;
constexpr Bitboard FileMask(int file) { return kFileA << file; }
constexpr Bitboard RankMask(int rank) { return kRank1 << 8 * rank; }

namespace internal {

struct Magic {
  Bitboard mask;    // blockers that matter: the lines without their last squares
  Bitboard factor;  // hashes them without a collision between different attack sets
  const Bitboard* attacks;
  unsigned shift;
};

struct AttackTables {
  AttackTables();
  AttackTables(const AttackTables&) = delete;  // the magics point into this object
  AttackTables& operator=(const AttackTables&) = delete;

  std::array<Magic, 64> bishop;
  std::array<Magic, 64> rook;
  std::array<Bitboard, 64> knight;
  std::array<Bitboard, 64> king;
  std::array<std::array<Bitboard, 64>, 2> pawn;
  std::array<std::array<Bitboard, 64>, 64> between;
  std::array<std::array<Bitboard, 64>, 64> line;
  // Sizes are the sums of 2^(bits of the masks).
  std::array<Bitboard, 5248> bishop_sets;
  std::array<Bitboard, 102400> rook_sets;
};

extern const AttackTables kAttackTables;

inline Bitboard Lookup(const Magic& magic, Bitboard occupied) {
  return magic.attacks[(occupied & magic.mask) * magic.factor >> magic.shift];
}

}  // namespace internal

inline Bitboard KnightAttacks(Square square) {
  return internal::kAttackTables.knight[Index(square)];
}
inline Bitboard KingAttacks(Square square) { return internal::kAttackTables.king[Index(square)]; }
// Squares that a pawn of `color` on `square` attacks.
inline Bitboard PawnAttacks(Color color, Square square) {
  return internal::kAttackTables.pawn[Index(color)][Index(square)];
}
inline Bitboard BishopAttacks(Square square, Bitboard occupied) {
  return internal::Lookup(internal::kAttackTables.bishop[Index(square)], occupied);
}
inline Bitboard RookAttacks(Square square, Bitboard occupied) {
  return internal::Lookup(internal::kAttackTables.rook[Index(square)], occupied);
}
inline Bitboard QueenAttacks(Square square, Bitboard occupied) {
  return BishopAttacks(square, occupied) | RookAttacks(square, occupied);
}
// Attacks of a piece that isn't a pawn.
Bitboard PieceAttacks(PieceType type, Square square, Bitboard occupied);

// Squares strictly between two squares of a line; empty if they share none.
inline Bitboard Between(Square a, Square b) {
  return internal::kAttackTables.between[Index(a)][Index(b)];
}
// The whole line through two squares, edge to edge; empty if they share none.
inline Bitboard LineThrough(Square a, Square b) {
  return internal::kAttackTables.line[Index(a)][Index(b)];
}

// One rank ahead, seen from `color`.
template <Color color>
constexpr Bitboard Forward(Bitboard board) {
  return color == Color::kWhite ? board << 8 : board >> 8;
}
// What the pawns of `color` attack towards the a-file and towards the h-file.
template <Color color>
constexpr Bitboard PawnWest(Bitboard pawns) {
  return color == Color::kWhite ? (pawns & ~kFileA) << 7 : (pawns & ~kFileA) >> 9;
}
template <Color color>
constexpr Bitboard PawnEast(Bitboard pawns) {
  return color == Color::kWhite ? (pawns & ~kFileH) << 9 : (pawns & ~kFileH) >> 7;
}
constexpr Bitboard PawnSetAttacks(Color color, Bitboard pawns) {
  return color == Color::kWhite ? PawnWest<Color::kWhite>(pawns) | PawnEast<Color::kWhite>(pawns)
                                : PawnWest<Color::kBlack>(pawns) | PawnEast<Color::kBlack>(pawns);
}

}  // namespace rookery::chess
