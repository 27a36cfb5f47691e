#include "worker/match/game_pgn.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/chess/notation.h"

namespace rookery::worker {
namespace {

using ::testing::HasSubstr;

TEST(MoveComment, SaysScoreDepthTimeNodesAndClock) {
  EXPECT_EQ(MoveComment({35, 12, 4567, 123'400, 8'100'000}), "+0.35/12 0.123s, tl=8.100s, n=4567");
  EXPECT_EQ(MoveComment({-205, 3, 0, 1'000, -1}), "-2.05/3 0.001s");
  EXPECT_EQ(MoveComment({search::kMateScore - 5, 9, 0, 0, -1}), "+M5/9 0.000s");
  EXPECT_EQ(MoveComment({-search::kMateScore + 4, 9, 0, 0, -1}), "-M4/9 0.000s");
  EXPECT_EQ(MoveComment({std::nullopt, 0, 0, 0, -1}), "0.000s");
}

TEST(MoveComment, SaysWhatTheStyleAsksFor) {
  MoveRecord record{0, 7, 99, 20'000, 1'000'000, {11, 4950, 12, 3, 15, "e2e4 e7e5"}};
  EXPECT_EQ(MoveComment(record, {.clock = false, .nodes = false}), "0.00/7 0.020s");
  EXPECT_EQ(MoveComment(record, {.latency = true,
                                 .selective_depth = true,
                                 .nodes_per_second = true,
                                 .hash = true,
                                 .tablebase_hits = true,
                                 .line = true}),
            "0.00/7 0.020s, tl=1.000s, latency=0.005s, n=99, sd=11, nps=4950, hashfull=12, "
            "tbhits=3, pv=\"e2e4 e7e5\"");
  EXPECT_EQ(MoveComment(record, {.none = true}), "");
}

TEST(ToPgnGame, CarriesTagsCommentsAndTheReason) {
  PlayedGame game;
  game.result = GameResult::kBlackWins;
  game.end = GameEnd::kTime;
  game.moves = {*chess::ParseUci(chess::Position::Start(), "e2e4")};
  game.records = {{20, 4, 100, 5000, 900'000}};
  const std::string text = chess::ToPgn(
      ToPgnGame(game, chess::Position::Start(), {"a", "b", "Test", "3.1", "2026.11.29", "1+0"}));
  EXPECT_THAT(text, HasSubstr("[Termination \"time forfeit\"]"));
  EXPECT_THAT(text, HasSubstr("[White \"a\"]"));
  EXPECT_THAT(text, HasSubstr("[Result \"0-1\"]"));
  EXPECT_THAT(text, HasSubstr("White loses"));
}

TEST(ToPgnGame, ShowsTheMovesOfTheOpeningFirst) {
  openings::Opening opening;
  opening.moves = {*chess::ParseUci(opening.position, "e2e4")};
  opening.position.Play(opening.moves[0]);
  PlayedGame game;
  game.moves = {*chess::ParseUci(opening.position, "e7e5")};
  game.records = {{20, 4, 0, 5000}};
  GameLabels labels;
  const std::string text = chess::ToPgn(ToPgnGame(game, opening, labels));
  EXPECT_THAT(text, HasSubstr("1. e4 {book} 1... e5 {+0.20/4 0.005s, Draw by stalemate}"));
  EXPECT_THAT(text, HasSubstr("[PlyCount \"2\"]"));
  EXPECT_THAT(text, ::testing::Not(HasSubstr("[FEN")));
  EXPECT_THAT(chess::ToPgn(ToPgnGame(game, opening, labels, {.none = true})),
              HasSubstr("1. e4 e5 1/2"));
  // Over before a move is made: the reason stands behind the last move of the book.
  game.moves.clear();
  game.records.clear();
  EXPECT_THAT(chess::ToPgn(ToPgnGame(game, opening, labels)),
              HasSubstr("1. e4 {book, Draw by stalemate} 1/2"));
}

TEST(ResultReason, UsesTheWordsThatScriptsRead) {
  PlayedGame game;
  game.result = GameResult::kWhiteWins;
  game.end = GameEnd::kCheckmate;
  EXPECT_EQ(ResultReason(game, {}), "White mates");
  game.end = GameEnd::kCrash;
  EXPECT_EQ(ResultReason(game, {}), "Black disconnects");
  game.end = GameEnd::kStall;
  EXPECT_EQ(ResultReason(game, {}), "Black's connection stalls");
  game.result = GameResult::kDraw;
  game.end = GameEnd::kRepetition;
  EXPECT_EQ(ResultReason(game, {}), "Draw by 3-fold repetition");
}

}  // namespace
}  // namespace rookery::worker
