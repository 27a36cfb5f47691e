#include "engine/variant/board.h"

#include <gtest/gtest.h>

#include <map>

#include "engine/variant/position_text.h"

namespace rookery::variant {
namespace {

const Board& TheBoard() { return Board::Standard(); }

Square At(std::string_view text) { return *ParseSquare(text); }

TEST(VariantBoard, HasTheTerrainOfTheSpecification) {
  std::map<char, int> counts;
  for (Square square = 0; square < kSquares; ++square) ++counts[TheBoard().terrain(square)];
  const std::map<char, int> expected = {{'=', 64}, {'~', 64}, {'o', 4},  {'S', 32}, {'E', 32},
                                        {'N', 32}, {'W', 32}, {'C', 60}, {'K', 4}};
  EXPECT_EQ(counts, expected);
}

TEST(VariantBoard, PutsPortsWhereRiversMeet) {
  for (const std::string_view port : {"e5", "n5", "e14", "n14"}) {
    EXPECT_TRUE(TheBoard().IsPort(At(port)));
    EXPECT_TRUE(TheBoard().IsWater(At(port)));
  }
}

TEST(VariantBoard, TurnsPawnsTowardsTheBaseLineOfTheLandTheyAreIn) {
  EXPECT_EQ(TheBoard().PawnDirection(Seat::kSouth, At("g2")), Direction::kNorth);
  EXPECT_EQ(TheBoard().PawnDirection(Seat::kSouth, At("f9")), Direction::kNorth);
  EXPECT_EQ(TheBoard().PawnDirection(Seat::kSouth, At("c8")), Direction::kWest);
  EXPECT_EQ(TheBoard().PawnDirection(Seat::kEast, At("g3")), Direction::kSouth);
}

TEST(VariantBoard, StepsOffTheEdgeToNoSquare) {
  EXPECT_EQ(TheBoard().Step(At("a1"), Direction::kSw), kNoSquare);
  EXPECT_EQ(TheBoard().Step(At("r18"), Direction::kEast), kNoSquare);
  EXPECT_EQ(TheBoard().Step(At("a1"), Direction::kNe), At("b2"));
}

TEST(VariantBoard, RefusesDataThatItCannotPlay) {
  EXPECT_FALSE(Board::Parse("").ok());
  EXPECT_FALSE(Board::Parse("[]").ok());
  EXPECT_FALSE(Board::Parse(R"({"size": 18})").ok());
  EXPECT_FALSE(Board::Parse(R"({"size": 8})").ok());
}

}  // namespace
}  // namespace rookery::variant
