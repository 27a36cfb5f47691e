// Attack sets of pieces and the lines between squares, from tables filled once before main.
// Sliders use a table per square, indexed by the relevant blockers: gathered by the instruction
// PEXT where the processor has it and it is fast, else hashed by "fancy magic" multiplication
// (Pradyumna Kannan's scheme). Both give the same sets; docs/decisions/0017 has the measurement.
// Pure functions; any thread.
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

// How sliders' tables are indexed. The two that are decided beforehand are for whoever asks often
// and can ask kAttackTables.index once; the third looks at it each time, a branch that is foreseen.
enum class TableIndex { kFactors, kPext, kByProcessor };

namespace internal {

struct Magic {
  Bitboard mask;    // blockers that matter: the lines without their last squares
  Bitboard factor;  // hashes them without a collision between different attack sets
  const Bitboard* attacks;
  unsigned shift;
};

// kPext where the processor has it as an instruction, and not, as AMD's before Zen 3, in microcode.
TableIndex FastestIndex();

struct AttackTables {
  // `chosen` is kFactors or kPext.
  explicit AttackTables(TableIndex chosen);
  AttackTables(const AttackTables&) = delete;  // the magics point into this object
  AttackTables& operator=(const AttackTables&) = delete;

  const TableIndex index;
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

// The bits of `value` that `mask` names, gathered at the low end. As assembly, so that no caller
// has to be compiled for the processors that have it.
inline Bitboard Pext(Bitboard value, Bitboard mask) {
  Bitboard bits;
  asm("pextq %2, %1, %0" : "=r"(bits) : "r"(value), "rm"(mask));
  return bits;
}

template <TableIndex index>
Bitboard Lookup(const Magic& magic, Bitboard occupied) {
  if (index == TableIndex::kPext ||
      (index == TableIndex::kByProcessor && kAttackTables.index == TableIndex::kPext)) {
    return magic.attacks[Pext(occupied, magic.mask)];
  }
  return magic.attacks[(occupied & magic.mask) * magic.factor >> magic.shift];
}

}  // namespace internal

// Whether this processor's tables are indexed by PEXT.
inline bool IndexedByPext() { return internal::kAttackTables.index == TableIndex::kPext; }

inline Bitboard KnightAttacks(Square square) {
  return internal::kAttackTables.knight[Index(square)];
}
inline Bitboard KingAttacks(Square square) { return internal::kAttackTables.king[Index(square)]; }
// Squares that a pawn of `color` on `square` attacks.
inline Bitboard PawnAttacks(Color color, Square square) {
  return internal::kAttackTables.pawn[Index(color)][Index(square)];
}
template <TableIndex index = TableIndex::kByProcessor>
Bitboard BishopAttacks(Square square, Bitboard occupied) {
  return internal::Lookup<index>(internal::kAttackTables.bishop[Index(square)], occupied);
}
template <TableIndex index = TableIndex::kByProcessor>
Bitboard RookAttacks(Square square, Bitboard occupied) {
  return internal::Lookup<index>(internal::kAttackTables.rook[Index(square)], occupied);
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
