#include "engine/variant/position.h"

#include <gtest/gtest.h>

#include "engine/variant/position_text.h"

namespace rookery::variant {
namespace {

const Board& TheBoard() { return Board::Standard(); }

Position Played(const std::string& start, const std::vector<std::string>& moves) {
  Position position = *ParsePosition(TheBoard(), start);
  for (const std::string& text : moves) {
    const auto move = ParseMove(TheBoard(), position, text);
    EXPECT_TRUE(move.ok()) << move.status();
    if (move.ok()) Play(TheBoard(), *move, position);
  }
  return position;
}

// Kings far apart, and one rank 1 and one rank 17 of South's for the test to fill.
std::string Sparse(const std::string& rank17, const std::string& rank1, const std::string& fields) {
  return "8,NK,9/" + rank17 + "/18/18/18/18/18/18/17,EK/WK,17/18/18/18/18/18/18/18/" + rank1 + " " +
         fields;
}

TEST(VariantPosition, TakesThePromotedPieceFromTheFallen) {
  const Position position =
      Played(Sparse("6,SP,11", "9,SK,8", "S S-.E-.N-.W- - S:QQ.E:-.N:-.W:- 7/1"), {"g17g18=Q"});
  EXPECT_EQ(position.at(*ParseSquare("g18")), (Piece{Kind::kQueen, Seat::kSouth}));
  EXPECT_EQ(position.fallen[Index(Seat::kSouth)][FallenIndex(Kind::kQueen)], 1);
  EXPECT_EQ(position.quiet_turns, 0);
}

TEST(VariantPosition, PutsTheRookBesideTheCastledKingAndEndsBothRights) {
  const Position position =
      Played(Sparse("18", "5,SR,3,SK,2,SR,5", "S SKQ.E-.N-.W- - S:-.E:-.N:-.W:- 0/1"), {"j1h1"});
  EXPECT_EQ(position.at(*ParseSquare("h1")), (Piece{Kind::kKing, Seat::kSouth}));
  EXPECT_EQ(position.at(*ParseSquare("i1")), (Piece{Kind::kRook, Seat::kSouth}));
  EXPECT_TRUE(position.at(*ParseSquare("f1")).empty());
  EXPECT_FALSE(position.castling[Index(Seat::kSouth)][0]);
  EXPECT_EQ(position.quiet_turns, 1);
}

TEST(VariantPosition, CountsARoundWhenWestHasMoved) {
  Position position = StartPosition(TheBoard());
  for (int turn = 0; turn < kSeats; ++turn) {
    EXPECT_EQ(position.round, 1);
    Pass(position);
  }
  EXPECT_EQ(position.round, 2);
  EXPECT_EQ(position.turn, Seat::kSouth);
}

TEST(VariantPosition, IsTheSameWhateverTheCounters) {
  const Position start = StartPosition(TheBoard());
  Position later = start;
  later.quiet_turns = 8;
  later.round = 3;
  EXPECT_TRUE(IsSame(start, later));
  later.fallen[0][0] = 1;
  EXPECT_FALSE(IsSame(start, later));
}

}  // namespace
}  // namespace rookery::variant
