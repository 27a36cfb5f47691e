#include "engine/variant/movegen.h"

#include <gtest/gtest.h>

#include "engine/variant/position_text.h"

namespace rookery::variant {
namespace {

const Board& TheBoard() { return Board::Standard(); }

// South may castle both ways; `rook` stands on k8 and looks at k1.
Position CastlingAgainst(const std::string& rook) {
  const auto position = ParsePosition(
      TheBoard(), "8,NK,9/18/18/18/18/18/18/18/17,EK/WK,17/10," + rook +
                      ",7/18/18/18/18/18/18/5,SR,3,SK,2,SR,5 S SKQ.E-.N-.W- - S:-.E:-.N:-.W:- 0/1");
  EXPECT_TRUE(position.ok()) << position.status();
  return position.value_or(StartPosition(TheBoard()));
}

TEST(VariantMoves, ForbidCastlingThroughTheAttackOfEitherEnemy) {
  for (const std::string rook : {"ER", "WR"}) {
    const Position position = CastlingAgainst(rook);
    EXPECT_FALSE(ParseMove(TheBoard(), position, "j1l1").ok()) << rook;
    EXPECT_TRUE(ParseMove(TheBoard(), position, "j1h1").ok()) << rook;
  }
}

TEST(VariantMoves, AllowCastlingWhereTheAllyLooks) {
  EXPECT_TRUE(ParseMove(TheBoard(), CastlingAgainst("NR"), "j1l1").ok());
}

TEST(VariantMoves, EndWithALostKing) {
  Position position = StartPosition(TheBoard());
  position.lost_king = Seat::kWest;
  std::vector<Move> moves = {Move{}};
  Generate(TheBoard(), position, moves);
  EXPECT_TRUE(moves.empty());
  EXPECT_EQ(Perft(TheBoard(), position, 1), 0U);
}

}  // namespace
}  // namespace rookery::variant
