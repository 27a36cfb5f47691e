#include "engine/openings/opening.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "engine/chess/notation.h"

namespace rookery::openings {
namespace {

Opening After(const std::string& moves, const std::string& fen = std::string(chess::kStartFen)) {
  Opening opening(*chess::ParseFen(fen));
  std::istringstream words(moves);
  for (std::string word; words >> word;) {
    opening.moves.push_back(*chess::ParseUci(opening.position, word));
    opening.position.Play(opening.moves.back());
  }
  return opening;
}

TEST(Opening, ReadsAsPeopleWriteIt) {
  EXPECT_EQ(LineText(After("")), "");
  EXPECT_EQ(LineText(After("e2e4 e7e5 g1f3")), "1. e4 e5 2. Nf3");
  EXPECT_EQ(LineText(After("e8d8 e2e4", "4k3/8/8/8/8/8/4P3/4K3 b - - 0 7")), "7... Kd8 8. e4");
}

// Whatever ends a game: mate, a repetition counted from the line's first position, the fifty moves.
TEST(Opening, LeavesAMoveToPlay) {
  const struct {
    std::string fen, moves;
    size_t kept;
  } rows[] = {
      {std::string(chess::kStartFen), "f2f3 e7e5 g2g4 d8h4", 3},
      {std::string(chess::kStartFen), "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8", 7},
      {std::string(chess::kStartFen), "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8 g1f3", 7},
      {"4k3/8/8/8/8/8/R7/4K3 w - - 98 90", "a2a3 e8d8 a3a4 d8c8", 1},
      {std::string(chess::kStartFen), "e2e4 e7e5", 2},
      {"7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "", 0},
  };
  for (const auto& row : rows) {
    Opening opening = After(row.moves, row.fen);
    LeaveAMove(opening, {});
    EXPECT_EQ(opening.moves.size(), row.kept) << row.moves;
    EXPECT_EQ(opening.position, GameFrom(opening, {}).position()) << row.moves;
  }
  Opening drawn_later = After("a2a3 e8d8 a3a4 d8c8", "4k3/8/8/8/8/8/R7/4K3 w - - 98 90");
  LeaveAMove(drawn_later, *chess::FindRuleProfile("fide"));
  EXPECT_EQ(drawn_later.moves.size(), 4u);
}

TEST(Opening, ItsMovesAreMarkedInPgn) {
  EXPECT_EQ(BookMoves(After("e2e4 e7e5"), true).back().comment, "book");
  EXPECT_EQ(BookMoves(After("e2e4 e7e5"), false).back().comment, "");
  EXPECT_TRUE(BookMoves(After(""), true).empty());
}

}  // namespace
}  // namespace rookery::openings
