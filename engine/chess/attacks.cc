#include "engine/chess/attacks.h"

#include <span>

#include "engine/chess/magic_factors.h"

namespace rookery::chess {
namespace internal {
namespace {

struct Step {
  int file;
  int rank;
};

constexpr std::array<Step, 4> kDiagonals = {{{1, 1}, {1, -1}, {-1, 1}, {-1, -1}}};
constexpr std::array<Step, 4> kStraights = {{{1, 0}, {-1, 0}, {0, 1}, {0, -1}}};
constexpr std::array<Step, 8> kKnightSteps = {
    {{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}}};

constexpr bool OnBoard(int file, int rank) {
  return file >= 0 && file < 8 && rank >= 0 && rank < 8;
}

// Squares from `from` (without it) in one direction, up to and with the first occupied one.
Bitboard Ray(Square from, Step step, Bitboard occupied) {
  Bitboard ray = 0;
  int file = FileOf(from) + step.file;
  int rank = RankOf(from) + step.rank;
  for (; OnBoard(file, rank); file += step.file, rank += step.rank) {
    ray |= Bit(MakeSquare(file, rank));
    if ((occupied & Bit(MakeSquare(file, rank))) != 0) break;
  }
  return ray;
}

Bitboard SlowSlide(Square from, std::span<const Step, 4> steps, Bitboard occupied) {
  Bitboard attacks = 0;
  for (const Step step : steps) attacks |= Ray(from, step, occupied);
  return attacks;
}

Bitboard Steps(Square from, std::span<const Step> steps) {
  Bitboard attacks = 0;
  for (const Step step : steps) {
    const int file = FileOf(from) + step.file;
    const int rank = RankOf(from) + step.rank;
    if (OnBoard(file, rank)) attacks |= Bit(MakeSquare(file, rank));
  }
  return attacks;
}

// Squares whose occupation changes the attacks: a blocker on a line's last square doesn't.
Bitboard RelevantBlockers(Square from, std::span<const Step, 4> steps) {
  Bitboard mask = 0;
  for (const Step step : steps) {
    Bitboard ray = Ray(from, step, 0);
    int file = FileOf(from);
    int rank = RankOf(from);
    while (OnBoard(file + step.file, rank + step.rank)) {
      file += step.file;
      rank += step.rank;
    }
    mask |= ray & ~Bit(MakeSquare(file, rank));
  }
  return mask;
}

void FillMagics(std::array<Magic, 64>& magics, std::span<const Step, 4> steps,
                const std::array<Bitboard, 64>& factors, std::span<Bitboard> sets) {
  size_t next = 0;
  for (int i = 0; i < 64; ++i) {
    const Square square = static_cast<Square>(i);
    Magic& magic = magics[i];
    magic.mask = RelevantBlockers(square, steps);
    magic.factor = factors[i];
    magic.shift = 64 - Count(magic.mask);
    magic.attacks = &sets[next];
    Bitboard blockers = 0;
    do {  // Carry-Rippler: all subsets of the mask
      sets[next + (blockers * magic.factor >> magic.shift)] = SlowSlide(square, steps, blockers);
      blockers = (blockers - magic.mask) & magic.mask;
    } while (blockers != 0);
    next += size_t{1} << Count(magic.mask);
  }
}

}  // namespace

AttackTables::AttackTables() {
  FillMagics(bishop, kDiagonals, kBishopFactors, bishop_sets);
  FillMagics(rook, kStraights, kRookFactors, rook_sets);
  for (int i = 0; i < 64; ++i) {
    const Square square = static_cast<Square>(i);
    knight[i] = Steps(square, kKnightSteps);
    king[i] = Steps(square, kDiagonals) | Steps(square, kStraights);
    pawn[0][i] = PawnSetAttacks(Color::kWhite, Bit(square));
    pawn[1][i] = PawnSetAttacks(Color::kBlack, Bit(square));
    between[i] = {};
    line[i] = {};
    for (const auto& steps : {kDiagonals, kStraights}) {
      for (const Step step : steps) {
        const Bitboard whole =
            Bit(square) | Ray(square, step, 0) | Ray(square, {-step.file, -step.rank}, 0);
        for (Bitboard rest = Ray(square, step, 0); rest != 0;) {
          const Square other = PopFirst(rest);
          between[i][Index(other)] = Ray(square, step, Bit(other)) & ~Bit(other);
          line[i][Index(other)] = whole;
        }
      }
    }
  }
}

// Filled before other globals' constructors, so that those may use positions.
[[gnu::init_priority(101)]] const AttackTables kAttackTables;

}  // namespace internal

Bitboard PieceAttacks(PieceType type, Square square, Bitboard occupied) {
  switch (type) {
    case PieceType::kKnight:
      return KnightAttacks(square);
    case PieceType::kBishop:
      return BishopAttacks(square, occupied);
    case PieceType::kRook:
      return RookAttacks(square, occupied);
    case PieceType::kQueen:
      return QueenAttacks(square, occupied);
    case PieceType::kKing:
      return KingAttacks(square);
    default:
      return 0;
  }
}

}  // namespace rookery::chess
