#include "engine/variant/game.h"

#include <gtest/gtest.h>

#include "engine/variant/position_text.h"

namespace rookery::variant {
namespace {

const Board& TheBoard() { return Board::Standard(); }

Position Kings(const std::string& turn, const std::string& counters) {
  return *ParsePosition(TheBoard(),
                        "8,NK,9/18/18/18/18/18/18/18/17,EK/WK,17/18/9,ER,8/18/18/18/18/18/"
                        "9,SK,8 " +
                            turn + " S-.E-.N-.W- - S:-.E:-.N:-.W:- " + counters);
}

void PlayAll(Game& game, const std::vector<std::string>& moves) {
  for (const std::string& text : moves) {
    const auto move = ParseMove(TheBoard(), game.position(), text);
    ASSERT_TRUE(move.ok()) << move.status();
    game.Play(*move);
  }
}

TEST(VariantGame, IsWonByTheTeamThatCapturesAKing) {
  Game game(TheBoard(), Kings("E", "0/1"));
  PlayAll(game, {"j7j1"});
  ASSERT_TRUE(game.outcome().has_value());
  EXPECT_EQ(game.outcome()->ending, Ending::kKingCaptured);
  EXPECT_EQ(ResultText(*game.outcome()), "0-1");
  EXPECT_TRUE(game.moves().empty());
}

TEST(VariantGame, IsDrawnWhenAPositionComesForTheThirdTime) {
  Game game(TheBoard(), Kings("S", "0/1"));
  const std::vector<std::string> there = {"j1i1", "r10r11", "i18h18", "a9a10"};
  const std::vector<std::string> back = {"i1j1", "r11r10", "h18i18", "a10a9"};
  PlayAll(game, there);
  PlayAll(game, back);
  PlayAll(game, there);
  EXPECT_FALSE(game.outcome().has_value());
  PlayAll(game, back);
  ASSERT_TRUE(game.outcome().has_value());
  EXPECT_EQ(game.outcome()->ending, Ending::kRepetition);
  EXPECT_EQ(ResultText(*game.outcome()), "1/2-1/2");
}

TEST(VariantGame, IsDrawnAfterFiftyRoundsWithoutProgress) {
  Game game(TheBoard(), Kings("S", "199/60"));
  EXPECT_FALSE(game.outcome().has_value());
  PlayAll(game, {"j1i1"});
  ASSERT_TRUE(game.outcome().has_value());
  EXPECT_EQ(game.outcome()->ending, Ending::kNoProgress);
}

TEST(VariantGame, IsDrawnAtTheLimitOfRounds) {
  Game game(TheBoard(), Kings("W", "0/400"));
  PlayAll(game, {"a9a10"});
  ASSERT_TRUE(game.outcome().has_value());
  EXPECT_EQ(game.outcome()->ending, Ending::kRoundLimit);
}

TEST(VariantGame, IsDrawnWhenAllFourPassInARow) {
  // Each king stands behind pawns of the ally, which head for the base line and are blocked.
  const auto walled = ParsePosition(
      TheBoard(),
      "7,NP,NK,NP,8/7,SP,SP,SP,8/18/18/18/18/18/16,WP,EP/WP,EP,14,WP,EK/WK,EP,14,WP,EP/WP,EP,16/"
      "18/18/18/18/18/8,NP,NP,NP,7/8,SP,SK,SP,7 S S-.E-.N-.W- - S:-.E:-.N:-.W:- 0/1");
  ASSERT_TRUE(walled.ok()) << walled.status();
  Game game(TheBoard(), *walled);
  for (int turn = 0; turn < kSeats; ++turn) {
    ASSERT_FALSE(game.outcome().has_value());
    ASSERT_TRUE(game.moves().empty()) << MoveText(game.moves()[0]);
    game.Pass();
  }
  ASSERT_TRUE(game.outcome().has_value());
  EXPECT_EQ(game.outcome()->ending, Ending::kFourPasses);
}

}  // namespace
}  // namespace rookery::variant
