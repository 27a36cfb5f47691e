#include "engine/chess/attacks.h"

#include <cpuid.h>

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

struct Slider {
  std::span<const Step, 4> steps;
  const std::array<Bitboard, 64>& factors;
};

void FillMagics(std::array<Magic, 64>& magics, const Slider& slider, std::span<Bitboard> sets,
                TableIndex index) {
  size_t next = 0;
  for (int i = 0; i < 64; ++i) {
    const Square square = static_cast<Square>(i);
    Magic& magic = magics[i];
    magic.mask = RelevantBlockers(square, slider.steps);
    magic.factor = slider.factors[i];
    magic.shift = 64 - Count(magic.mask);
    magic.attacks = &sets[next];
    Bitboard blockers = 0;
    size_t gathered = 0;  // what PEXT makes of the blockers
    do {  // Carry-Rippler: all subsets of the mask, in the order of their gathered bits
      const size_t hash = blockers * magic.factor >> magic.shift;
      sets[next + (index == TableIndex::kPext ? gathered : hash)] =
          SlowSlide(square, slider.steps, blockers);
      blockers = (blockers - magic.mask) & magic.mask;
      ++gathered;
    } while (blockers != 0);
    next += size_t{1} << Count(magic.mask);
  }
}

}  // namespace

TableIndex FastestIndex() {
  __builtin_cpu_init();  // this runs before the C library's own constructors
  if (!__builtin_cpu_supports("bmi2")) return TableIndex::kFactors;
  unsigned eax = 0;
  unsigned ebx = 0;
  unsigned ecx = 0;
  unsigned edx = 0;
  if (__get_cpuid(0, &eax, &ebx, &ecx, &edx) == 0) return TableIndex::kFactors;
  constexpr unsigned kGenuineIntel = 0x756E6547;  // "Genu", the name's first letters
  constexpr unsigned kAuthenticAmd = 0x68747541;  // "Auth"
  if (ebx == kGenuineIntel) return TableIndex::kPext;
  if (ebx != kAuthenticAmd) return TableIndex::kFactors;  // unmeasured; Hygon's is Zen 1
  if (__get_cpuid(1, &eax, &ebx, &ecx, &edx) == 0) return TableIndex::kFactors;
  constexpr unsigned kZen3 = 0x19;
  const unsigned family = (eax >> 8 & 0xF) + (eax >> 20 & 0xFF);
  return family >= kZen3 ? TableIndex::kPext : TableIndex::kFactors;
}

AttackTables::AttackTables(TableIndex chosen) : index(chosen) {
  FillMagics(bishop, {kDiagonals, kBishopFactors}, bishop_sets, chosen);
  FillMagics(rook, {kStraights, kRookFactors}, rook_sets, chosen);
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
[[gnu::init_priority(101)]] const AttackTables kAttackTables(FastestIndex());

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
