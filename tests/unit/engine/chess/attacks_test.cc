#include "engine/chess/attacks.h"

#include <gtest/gtest.h>

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
