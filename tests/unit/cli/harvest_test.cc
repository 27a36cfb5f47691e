#include "cli/harvest.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace rookery::cli {
namespace {

TEST(ScoreOfComment, ReadsWhatMatchRunnersWrite) {
  EXPECT_EQ(ScoreOfComment("+0.35/12 0.123s, n=4567"), 35);
  EXPECT_EQ(ScoreOfComment("-1.07/8 0.1s"), -107);
  EXPECT_EQ(ScoreOfComment("0.00/20"), 0);
}

TEST(ScoreOfComment, SaysNothingOfMatesAndWords) {
  EXPECT_EQ(ScoreOfComment("+M5/12 0.1s"), std::nullopt);
  EXPECT_EQ(ScoreOfComment("a fine move"), std::nullopt);
  EXPECT_EQ(ScoreOfComment(""), std::nullopt);
  EXPECT_EQ(ScoreOfComment("+nan/3"), std::nullopt);
  EXPECT_EQ(ScoreOfComment("1e300/3"), std::nullopt);
}

// However a stream is cut: all comes out, in order, and each piece begins and ends between games.
TEST(PgnPieces, CutsBetweenGames) {
  std::string pgn;
  for (int game = 0; game < 4; ++game) {
    pgn += fmt::format("[Event \"{}\"]\n[Site \"[Event \"]\n\n1. e4 {{[Event x}} *\n\n", game);
  }
  for (size_t size = 1; size <= pgn.size(); ++size) {
    PgnPieces pieces;
    std::vector<std::string> out;
    for (size_t at = 0; at < pgn.size(); at += size) {
      out.push_back(*pieces.Add(std::string_view(pgn).substr(at, size)));
    }
    out.push_back(pieces.Rest());
    std::string all;
    for (const std::string& piece : out) {
      EXPECT_TRUE(piece.empty() || piece.starts_with("[Event \"")) << piece;
      EXPECT_TRUE(piece.empty() || piece.ends_with("*\n\n")) << piece;
      all += piece;
    }
    EXPECT_EQ(all, pgn) << size;
  }
}

TEST(PgnPieces, HoldsNoMoreThanAGame) {
  PgnPieces pieces;
  const std::string part(PgnPieces::kMostHeld / 2, 'x');
  EXPECT_TRUE(pieces.Add(part).ok());
  EXPECT_TRUE(pieces.Add(part).ok());
  EXPECT_FALSE(pieces.Add("x").ok());
}

}  // namespace
}  // namespace rookery::cli
