#include "coordinator/query/games.h"

#include <gtest/gtest.h>

#include "engine/chess/notation.h"

namespace rookery::coordinator {
namespace {

std::string Bytes(const std::vector<chess::Move>& moves) {
  std::string bytes;
  for (const chess::Move move : moves) {
    bytes += static_cast<char>(move.bits() & 255);
    bytes += static_cast<char>(move.bits() >> 8);
  }
  return bytes;
}

GameRecord OpeningMoves() {
  const chess::Position start = chess::Position::Start();
  GameRecord game;
  game.moves = Bytes({*chess::ParseUci(start, "e2e4")});
  return game;
}

TEST(Games, ReplaysMovesWithTheirTextAndScores) {
  GameRecord game = OpeningMoves();
  game.scores_cp = {35};
  const ReplayedGame replayed = Replay(chess::Position::Start(), game);
  ASSERT_EQ(replayed.plies.size(), 1u);
  EXPECT_EQ(replayed.plies[0].uci, "e2e4");
  EXPECT_EQ(replayed.plies[0].san, "e4");
  EXPECT_EQ(replayed.plies[0].score, 35);
  EXPECT_FALSE(replayed.broken);
}

TEST(Games, CutsARecordBeforeAnIllegalMove) {
  GameRecord game = OpeningMoves();
  game.moves += game.moves;  // e2e4 again
  const ReplayedGame replayed = Replay(chess::Position::Start(), game);
  EXPECT_EQ(replayed.plies.size(), 1u);
  EXPECT_TRUE(replayed.broken);
}

TEST(Games, HasNoScoreWhereTheEngineSaidNone) {
  GameRecord game = OpeningMoves();
  EXPECT_EQ(Replay(chess::Position::Start(), game).plies[0].score, std::nullopt);
  game.scores_cp = {32'001};  // the worker's mark
  EXPECT_EQ(Replay(chess::Position::Start(), game).plies[0].score, std::nullopt);
}

}  // namespace
}  // namespace rookery::coordinator
