#include "coordinator/query/games.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/chess/notation.h"
#include "tests/support/view_builders.h"

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

TEST(Games, ShowsTimeAndClockOfEachMove) {
  GameRecord game = OpeningMoves();
  game.times_ms = {812};
  game.clocks_ms = {59'188};
  EXPECT_EQ(Replay(chess::Position::Start(), game).plies[0].time_ms, 812u);
  EXPECT_EQ(Replay(chess::Position::Start(), game).plies[0].clock_ms, 59'188u);
  game.clocks_ms = {UINT32_MAX};  // the mover has no clock
  EXPECT_EQ(Replay(chess::Position::Start(), game).plies[0].clock_ms, std::nullopt);
  game.clocks_ms = {1, 2};  // of another game: believed of none
  EXPECT_EQ(Replay(chess::Position::Start(), game).plies[0].clock_ms, std::nullopt);
}

TEST(Games, WritesScoreClockAndTimeIntoPgn) {
  GameRecord game = OpeningMoves();
  game.scores_cp = {35};
  game.times_ms = {812};
  game.clocks_ms = {3'659'188};
  PairRecord pair;
  pair.result.first = game;
  const auto view = testing::ViewOf(testing::TestSpec());
  const std::string pgn =
      GamePgn(*view, pair, chess::Position::Start(), 0, openings::OpeningClassifier());
  EXPECT_THAT(pgn, ::testing::HasSubstr("1. e4 {+0.35 [%clk 1:00:59.188] [%emt 0:00:00.812]}"));
}

std::string PgnOf(const RunSpec& spec, int number) {
  PairRecord pair;
  pair.result.first = pair.result.second = OpeningMoves();
  const auto view = testing::ViewOf(spec);
  return GamePgn(*view, pair, chess::Position::Start(), number, openings::OpeningClassifier());
}

TEST(Games, SaysInPgnHowLongBothSidesMayThink) {
  RunSpec spec = testing::TestSpec();
  EXPECT_THAT(PgnOf(spec, 0), ::testing::HasSubstr("[TimeControl \"-\"]"));  // nodes
  spec.limits = {.base_ms = 8000, .increment_ms = 80};
  EXPECT_THAT(PgnOf(spec, 0), ::testing::HasSubstr("[TimeControl \"8+0.08\"]"));
  spec.limits = {.periods = {{40, 60'000, 600}, {0, 900'000, 30'000}}};
  EXPECT_THAT(PgnOf(spec, 1), ::testing::HasSubstr("[TimeControl \"40/60+0.6:900+30\"]"));
  spec.limits = {.movetime_ms = 100};
  EXPECT_THAT(PgnOf(spec, 1), ::testing::HasSubstr("[TimeControl \"0.1/move\"]"));
}

TEST(Games, SaysInPgnWhichSideHasWhichClockAtOdds) {
  RunSpec spec = testing::TestSpec();
  spec.limits = {.base_ms = 8000, .increment_ms = 80};
  spec.base.limits = Limits{.base_ms = 4000};
  EXPECT_THAT(PgnOf(spec, 0),
              ::testing::AllOf(::testing::HasSubstr("[WhiteTimeControl \"8+0.08\"]"),
                               ::testing::HasSubstr("[BlackTimeControl \"4\"]"),
                               ::testing::Not(::testing::HasSubstr("[TimeControl"))));
  EXPECT_THAT(PgnOf(spec, 1), ::testing::HasSubstr("[WhiteTimeControl \"4\"]"));
}

}  // namespace
}  // namespace rookery::coordinator
