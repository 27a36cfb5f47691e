#include "engine/variant/player.h"

#include <gtest/gtest.h>

#include "engine/variant/position_text.h"

namespace rookery::variant {
namespace {

const Board& TheBoard() { return Board::Standard(); }

std::vector<std::string> Record(PlayerKind kind, uint64_t seed, int rounds) {
  Rng rng(seed);
  Game game(TheBoard(), StartPosition(TheBoard()), rounds);
  PlayOut(TheBoard(), kind, rng, game);
  EXPECT_TRUE(game.outcome().has_value());
  return game.record();
}

TEST(VariantPlayer, PlaysTheSameGameFromTheSameSeed) {
  for (const PlayerKind kind : {PlayerKind::kRandom, PlayerKind::kOnePly}) {
    EXPECT_EQ(Record(kind, 5, 10), Record(kind, 5, 10));
    EXPECT_NE(Record(kind, 5, 10), Record(kind, 6, 10));
  }
}

TEST(VariantPlayer, TakesAKingThatStandsInReach) {
  const Position position =
      *ParsePosition(TheBoard(),
                     "8,NK,9/18/18/18/18/18/18/18/17,EK/WK,17/18/9,ER,8/18/18/18/18/18/"
                     "9,SK,8 E S-.E-.N-.W- - S:-.E:-.N:-.W:- 0/1");
  Rng rng(1);
  const Game game(TheBoard(), position);
  EXPECT_EQ(MoveText(Choose(TheBoard(), game, PlayerKind::kOnePly, rng)), "j7j1");
}

TEST(VariantPlayer, SeesTheStartAsEven) {
  EXPECT_EQ(Evaluate(TheBoard(), StartPosition(TheBoard()), 0), 0);
}

TEST(VariantPlayer, IsFoundByItsName) {
  EXPECT_EQ(PlayerFromName("one-ply"), PlayerKind::kOnePly);
  EXPECT_EQ(PlayerFromName("deep"), std::nullopt);
}

}  // namespace
}  // namespace rookery::variant
