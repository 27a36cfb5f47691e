#include "coordinator/play/table.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/status.h"

namespace rookery::coordinator {
namespace {

using ::testing::HasSubstr;

Table TableAfter(std::string_view fen, std::string_view moves) {
  const auto game = GameOf(fen, moves);
  EXPECT_TRUE(game.ok()) << game.status();
  return TableOf(*game);
}

TEST(Table, BeginsWithTwentyMoves) {
  const Table table = TableAfter("", "");
  EXPECT_EQ(table.moves.size(), 20u);
  EXPECT_FALSE(table.check);
  EXPECT_FALSE(table.end.has_value());
}

TEST(Table, TellsCastlingWithTheKingsOwnSquares) {
  const Table table = TableAfter("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "");
  std::vector<std::string> castling;
  for (const TableMove& move : table.moves) {
    if (move.castling) castling.push_back(move.uci);
  }
  EXPECT_THAT(castling, ::testing::UnorderedElementsAre("e1g1", "e1c1"));
}

TEST(Table, TellsEnPassantAsACapture) {
  const Table table = TableAfter("", "e2e4 a7a6 e4e5 d7d5");
  const auto passant = std::find_if(table.moves.begin(), table.moves.end(),
                                    [](const TableMove& move) { return move.en_passant; });
  ASSERT_NE(passant, table.moves.end());
  EXPECT_EQ(passant->uci, "e5d6");
  EXPECT_TRUE(passant->capture);
}

TEST(Table, EndsWithMateAndHasNoMovesThen) {
  const Table table = TableAfter("", "f2f3 e7e5 g2g4 d8h4");
  ASSERT_TRUE(table.end.has_value());
  EXPECT_EQ(table.end->end, GameEnd::kCheckmate);
  EXPECT_EQ(table.end->result, GameResult::kBlackWins);
  EXPECT_TRUE(table.moves.empty());
  EXPECT_TRUE(table.check);
  EXPECT_EQ(table.sans.back(), "Qh4#");
}

TEST(Table, KnowsTheHistoryForRepetition) {
  const std::string shuffle = "g1f3 g8f6 f3g1 f6g8 ";
  const Table table = TableAfter("", shuffle + shuffle);
  ASSERT_TRUE(table.end.has_value());
  EXPECT_EQ(table.end->end, GameEnd::kRepetition);
}

TEST(Table, NamesTheMoveThatIsNotLegal) {
  const absl::Status status = GameOf("", "e2e4 e2e4").status();
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(Message(status), HasSubstr("'e2e4', number 2"));
  EXPECT_FALSE(GameOf("no fen", "").ok());
}

TEST(Table, BoundsTheGame) {
  std::string moves;
  for (size_t ply = 0; ply <= kMostTablePlies; ply += 4) moves += "g1f3 g8f6 f3g1 f6g8 ";
  EXPECT_THAT(Message(GameOf("", moves).status()), HasSubstr("more than 1000"));
}

TEST(Table, WritesTheGameAsPgn) {
  const auto game = GameOf("", "f2f3 e7e5 g2g4 d8h4");
  const std::string pgn = TablePgn(*game, "Learner", "Rookery", "2026.11.30");
  EXPECT_THAT(pgn, HasSubstr("[White \"Learner\"]"));
  EXPECT_THAT(pgn, HasSubstr("1. f3 e5 2. g4 Qh4# 0-1"));
}

TEST(Table, WritesWhoGaveUpAGameThatWasNotOver) {
  const auto resigned = [](std::string_view moves, std::optional<chess::Color> who) {
    return TablePgn(*GameOf("", moves), "Learner", "Rookery", "2026.11.30", who);
  };
  EXPECT_THAT(resigned("f2f3 e7e5", std::nullopt), HasSubstr("[Result \"*\"]"));
  EXPECT_THAT(resigned("f2f3 e7e5", chess::Color::kWhite),
              AllOf(HasSubstr("[Result \"0-1\"]"), HasSubstr("[Cause \"resignation\"]")));
  EXPECT_THAT(resigned("f2f3 e7e5", chess::Color::kBlack), HasSubstr("[Result \"1-0\"]"));
  // Mate stands.
  EXPECT_THAT(resigned("f2f3 e7e5 g2g4 d8h4", chess::Color::kBlack), HasSubstr("[Result \"0-1\"]"));
}

}  // namespace
}  // namespace rookery::coordinator
