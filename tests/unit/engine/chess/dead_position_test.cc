#include <gtest/gtest.h>

#include "engine/chess/dead_position.h"
#include "engine/chess/notation.h"

namespace rookery::chess {
namespace {

bool Dead(std::string_view fen) { return IsDeadPosition(*ParseFen(fen)); }

TEST(DeadPosition, HoldsForMaterialThatCannotMate) {
  EXPECT_TRUE(Dead("8/8/4k3/8/8/4K3/8/8 w - - 0 1"));
  EXPECT_TRUE(Dead("8/8/4k3/8/8/4K3/8/5N2 w - - 0 1"));
  EXPECT_TRUE(Dead("8/8/4k3/8/8/2B1K3/8/B1B5 w - - 0 1"));
  EXPECT_TRUE(Dead("8/5b2/4k3/8/8/4K3/8/5B2 w - - 0 1"));
}

TEST(DeadPosition, DoesNotHoldWhereAMateExists) {
  EXPECT_FALSE(Dead("8/6b1/4k3/8/8/4K3/8/5B2 w - - 0 1"));
  EXPECT_FALSE(Dead("8/8/4k3/8/8/4K3/8/4NN2 w - - 0 1"));
  EXPECT_FALSE(Dead("8/5n2/4k3/8/8/4K3/8/5N2 w - - 0 1"));
  EXPECT_FALSE(Dead("8/5b2/4k3/8/8/4K3/8/5N2 w - - 0 1"));
  EXPECT_FALSE(Dead("8/8/4k3/8/8/4K3/4P3/8 w - - 0 1"));
}

TEST(DeadPosition, HoldsForAWallThatNoKingCanPass) {
  EXPECT_TRUE(Dead("8/6k1/8/1p1p1p1p/1P1P1P1P/8/6K1/8 w - - 0 1"));
  EXPECT_TRUE(Dead("k7/8/1p1p1p1p/1P1P1P1P/8/8/8/K7 w - - 0 1"));
}

TEST(DeadPosition, HoldsForAWallThatNoPieceCanBreak) {
  // The bishops' own pawns, and pawns of the other colour, shut them in.
  EXPECT_TRUE(Dead("4k3/8/8/p1p1p1p1/P1P1P1P1/3B4/8/4K3 w - - 0 1"));
  EXPECT_TRUE(Dead("4k3/4b3/8/p1p1p1p1/P1P1P1P1/3B4/8/4K3 b - - 0 1"));
  // Two bishops of one side, on one colour.
  EXPECT_TRUE(Dead("4k3/8/8/p1p1p1p1/P1P1P1P1/3B1B2/8/4K3 w - - 0 1"));
}

TEST(DeadPosition, DoesNotHoldForAWallThatAPieceCanBreak) {
  EXPECT_FALSE(Dead("2b1k3/8/1p1p1p1p/1P1P1P1P/8/8/8/4K3 w - - 0 1"));  // takes b5
  EXPECT_FALSE(Dead("4k3/8/8/p1p1p1p1/P1P1P1P1/4B3/8/4K3 w - - 0 1"));  // takes c5 or g5
  EXPECT_FALSE(Dead("4k3/8/8/p1p1p1p1/P1P1P1P1/3N4/8/4K3 w - - 0 1"));  // takes c5 or e5
  EXPECT_FALSE(Dead("4k3/3r4/8/p1p1p1p1/P1P1P1P1/8/8/4K3 w - - 0 1"));  // the file is open
  // A piece that comes before a pawn can be taken by it, and the wall is open.
  EXPECT_FALSE(Dead("4k3/3n4/8/p1p1p1p1/P1P1P1P1/8/8/4K3 w - - 0 1"));
}

TEST(DeadPosition, DoesNotHoldForAWallWithAGapOrAPawnToTake) {
  EXPECT_FALSE(Dead("8/6k1/8/3p1p1p/3P1P1P/8/6K1/8 w - - 0 1"));      // kings walk round
  EXPECT_FALSE(Dead("8/6k1/1p6/p2p1p1p/P2P1P1P/8/6K1/8 w - - 0 1"));  // b6 may still step
  EXPECT_FALSE(Dead("8/6k1/8/1p1p1p1p/1P1P1P1P/8/6K1/7R w - - 0 1"));
}

TEST(DeadPosition, HoldsWhereTheOnlyMoveTakesTheLastPiece) {
  EXPECT_TRUE(Dead("k7/8/8/8/8/8/1r6/K7 w - - 0 1"));
  EXPECT_FALSE(Dead("k7/8/8/8/8/8/2r5/K7 w - - 0 1"));
}

TEST(CanMate, CountsOnTheOtherSidesMenAsBlocks) {
  const Position knight_queen = *ParseFen("8/8/4k2q/8/8/4KN2/8/8 w - - 0 1");
  EXPECT_FALSE(CanMate(knight_queen, Color::kWhite));
  EXPECT_TRUE(CanMate(knight_queen, Color::kBlack));
  EXPECT_TRUE(CanMate(*ParseFen("8/4p3/4k3/8/8/4KN2/8/8 w - - 0 1"), Color::kWhite));
  EXPECT_FALSE(CanMate(*ParseFen("8/8/4k2r/8/8/4KB2/8/8 w - - 0 1"), Color::kWhite));
  EXPECT_FALSE(CanMate(*ParseFen("8/8/4k2r/8/8/4K3/8/8 w - - 0 1"), Color::kWhite));
}

}  // namespace
}  // namespace rookery::chess
