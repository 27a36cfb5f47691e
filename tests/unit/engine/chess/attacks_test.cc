#include "engine/chess/attacks.h"

#include <gtest/gtest.h>

#include <memory>

#include "base/rng.h"

namespace rookery::chess {
namespace {

// Walks square by square.
Bitboard SlowLines(Square from, Bitboard occupied, bool diagonal) {
  Bitboard attacks = 0;
  for (int files = -1; files <= 1; ++files) {
    for (int ranks = -1; ranks <= 1; ++ranks) {
      if ((files != 0 && ranks != 0) != diagonal || (files == 0 && ranks == 0)) continue;
      int file = FileOf(from) + files;
      int rank = RankOf(from) + ranks;
      for (; file >= 0 && file < 8 && rank >= 0 && rank < 8; file += files, rank += ranks) {
        attacks |= Bit(MakeSquare(file, rank));
        if ((occupied & Bit(MakeSquare(file, rank))) != 0) break;
      }
    }
  }
  return attacks;
}

TEST(Attacks, SlidersStopAtTheFirstPieceOfEachLine) {
  Rng rng(1);
  for (int i = 0; i < 64; ++i) {
    const Square square = static_cast<Square>(i);
    for (int n = 0; n < 300; ++n) {
      const Bitboard occupied = rng.Next() & rng.Next();
      ASSERT_EQ(BishopAttacks(square, occupied), SlowLines(square, occupied, true));
      ASSERT_EQ(RookAttacks(square, occupied), SlowLines(square, occupied, false));
    }
  }
}

// The bits that PEXT gathers, one by one.
Bitboard SlowPext(Bitboard value, Bitboard mask) {
  Bitboard bits = 0;
  for (int at = 0; mask != 0; ++at) {
    if ((value & Bit(PopFirst(mask))) != 0) bits |= Bitboard{1} << at;
  }
  return bits;
}

// Whichever index this processor uses, the tables of both hold what a walk along the lines finds.
TEST(Attacks, AreTheSameByPextAndByFactors) {
  const auto factors = std::make_unique<internal::AttackTables>(TableIndex::kFactors);
  const auto pext = std::make_unique<internal::AttackTables>(TableIndex::kPext);
  const auto expect = [](const internal::Magic& hashed, const internal::Magic& gathered,
                         Bitboard occupied, Bitboard attacks) {
    ASSERT_EQ(internal::Lookup<TableIndex::kFactors>(hashed, occupied), attacks);
    ASSERT_EQ(gathered.attacks[SlowPext(occupied, gathered.mask)], attacks);
  };
  Rng rng(2);
  for (size_t i = 0; i < 64; ++i) {
    const auto square = static_cast<Square>(i);
    for (int n = 0; n < 100; ++n) {
      const Bitboard occupied = rng.Next() & rng.Next();
      expect(factors->rook[i], pext->rook[i], occupied, SlowLines(square, occupied, false));
      expect(factors->bishop[i], pext->bishop[i], occupied, SlowLines(square, occupied, true));
    }
  }
}

TEST(Attacks, PextGathersTheBitsOfTheMaskWhereItIsUsed) {
  if (internal::FastestIndex() != TableIndex::kPext) return;
  Rng rng(3);
  for (int n = 0; n < 1000; ++n) {
    const Bitboard value = rng.Next();
    const Bitboard mask = rng.Next() & rng.Next();
    ASSERT_EQ(internal::Pext(value, mask), SlowPext(value, mask));
  }
}

TEST(Attacks, KnightsReachTwoSquaresFromACornerAndEightFromTheCentre) {
  EXPECT_EQ(KnightAttacks(MakeSquare(0, 0)), Bit(MakeSquare(1, 2)) | Bit(MakeSquare(2, 1)));
  EXPECT_EQ(Count(KnightAttacks(MakeSquare(3, 3))), 8);
}

TEST(Attacks, PawnsAttackForwardAndNeverRoundTheEdge) {
  EXPECT_EQ(PawnAttacks(Color::kWhite, MakeSquare(0, 1)), Bit(MakeSquare(1, 2)));
  EXPECT_EQ(PawnAttacks(Color::kBlack, MakeSquare(7, 4)), Bit(MakeSquare(6, 3)));
}

TEST(Attacks, BetweenAndLineAreEmptyForSquaresThatShareNone) {
  EXPECT_EQ(Between(MakeSquare(0, 0), MakeSquare(1, 2)), 0u);
  EXPECT_EQ(LineThrough(MakeSquare(0, 0), MakeSquare(1, 2)), 0u);
  EXPECT_EQ(Between(MakeSquare(0, 0), MakeSquare(3, 3)),
            Bit(MakeSquare(1, 1)) | Bit(MakeSquare(2, 2)));
  EXPECT_EQ(LineThrough(MakeSquare(2, 0), MakeSquare(5, 0)), kRank1);
}

}  // namespace
}  // namespace rookery::chess
