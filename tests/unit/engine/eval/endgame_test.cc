#include "engine/eval/endgame.h"

#include <gtest/gtest.h>

#include "engine/chess/notation.h"
#include "engine/eval/evaluator.h"

namespace rookery::eval {
namespace {

int ScaleOf(std::string_view fen, chess::Color strong = chess::Color::kWhite) {
  return EndgameScale(chess::ParseFen(fen).value(), strong, Shape(params::Weights()));
}

TEST(EndgameScale, IsZeroWhereNobodyCanForceMate) {
  for (const char* fen : {"4k3/8/8/8/8/8/8/2N1KN2 w - - 0 1", "4k3/8/8/8/8/8/8/2N1K3 w - - 0 1",
                          "4kn2/8/8/8/8/8/8/2N1K3 w - - 0 1", "4kb2/8/8/8/8/8/8/2N1K3 w - - 0 1",
                          "4kb2/8/8/8/8/8/8/2B1K3 w - - 0 1", "4k3/8/8/8/8/2B5/8/K1B5 w - - 0 1",
                          "4k3/8/8/8/1B6/2B5/8/K1B5 w - - 0 1"}) {
    EXPECT_EQ(ScaleOf(fen), 0) << fen;
    EXPECT_EQ(Evaluator(params::Weights()).Evaluate(chess::ParseFen(fen).value()), 0) << fen;
  }
}

TEST(EndgameScale, IsFullWhereTheWinIsThere) {
  EXPECT_EQ(ScaleOf("4k3/8/8/8/8/8/8/R3K3 w - - 0 1"), kFullScale);
  EXPECT_EQ(ScaleOf("4k3/8/8/8/8/8/8/2BNK3 w - - 0 1"), kFullScale);
  EXPECT_EQ(ScaleOf("4k3/8/8/8/8/8/P7/4K3 w - - 0 1"), kFullScale);
  EXPECT_EQ(ScaleOf("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"), kFullScale);
}

TEST(EndgameScale, IsFullWithBishopsOfBothColours) {
  EXPECT_EQ(ScaleOf("4k3/8/8/8/8/8/8/K1BB4 w - - 0 1"), kFullScale);
}

TEST(EndgameScale, KnowsTheFortressOfTheRooksAndBishopsPawn) {
  EXPECT_LT(ScaleOf("8/8/8/8/8/8/pk6/7K w - - 0 1", chess::Color::kBlack), kFullScale + 1);
  EXPECT_LT(ScaleOf("7K/8/4Q3/8/8/8/pk6/8 w - - 0 1"), 16);
  EXPECT_LT(ScaleOf("7K/8/4Q3/8/8/8/2pk4/8 w - - 0 1"), 16);
  EXPECT_EQ(ScaleOf("7K/8/4Q3/8/8/8/1pk5/8 w - - 0 1"), kFullScale);
  EXPECT_EQ(ScaleOf("8/8/4Q3/8/2K5/8/pk6/8 w - - 0 1"), kFullScale);
}

TEST(EndgameScale, KnowsTheBishopThatDoesNotReachTheCorner) {
  // A dark bishop and a light corner, and mirrored; the king is beside it.
  EXPECT_EQ(ScaleOf("k7/8/8/P7/2K5/8/1B6/8 w - - 0 1"), 0);
  EXPECT_EQ(ScaleOf("k7/8/P7/P7/2K5/8/1B6/2B5 w - - 0 1"), 0);
  EXPECT_EQ(ScaleOf("8/2b5/8/2k4p/8/8/6K1/8 w - - 0 1", chess::Color::kBlack), 0);
  // The right bishop, a king that is far, a pawn elsewhere, another piece, a man of the weak side.
  EXPECT_EQ(ScaleOf("k7/8/8/P7/2K5/8/2B5/8 w - - 0 1"), kFullScale);
  EXPECT_EQ(ScaleOf("5k2/8/8/P7/2K5/8/1B6/8 w - - 0 1"), kFullScale);
  EXPECT_EQ(ScaleOf("k7/8/8/PP6/2K5/8/1B6/8 w - - 0 1"), kFullScale);
  EXPECT_EQ(ScaleOf("k7/8/8/P7/2K5/8/1B6/4N3 w - - 0 1"), kFullScale);
  EXPECT_EQ(ScaleOf("k7/8/8/P7/2K4p/8/1B6/8 w - - 0 1"), kFullScale);
}

TEST(EndgameScale, ShrinksWithOppositeBishops) {
  EXPECT_LT(ScaleOf("4kb2/8/8/8/8/8/PP6/4KB2 w - - 0 1"), kFullScale);
  EXPECT_EQ(ScaleOf("2b1k3/8/8/8/8/8/PP6/4KB2 w - - 0 1"), kFullScale);
}

}  // namespace
}  // namespace rookery::eval
