#include "engine/chess/game.h"

#include <gtest/gtest.h>

#include "engine/chess/notation.h"

namespace rookery::chess {
namespace {

Game Played(std::string_view fen, std::initializer_list<std::string_view> moves,
            const RuleProfile& profile = {}) {
  Game game(*ParseFen(fen), profile);
  for (const std::string_view move : moves) game.Play(*ParseUci(game.position(), move));
  return game;
}

std::optional<GameEnd> EndOf(const Game& game) {
  const auto end = game.End();
  return end.has_value() ? std::optional(end->end) : std::nullopt;
}

TEST(Game, GivesTheMatedSideTheLoss) {
  const Game game = Played(kStartFen, {"f2f3", "e7e5", "g2g4", "d8h4"});
  EXPECT_EQ(game.End()->end, GameEnd::kCheckmate);
  EXPECT_EQ(game.End()->result, GameResult::kBlackWins);
}

TEST(Game, EndsAtTheThirdOccurrenceWithEqualRights) {
  Game game = Played(kStartFen, {"g1f3", "g8f6", "f3g1", "f6g8", "g1f3", "g8f6", "f3g1"});
  EXPECT_EQ(game.End(), std::nullopt);
  game.Play(*ParseUci(game.position(), "f6g8"));
  EXPECT_EQ(EndOf(game), GameEnd::kRepetition);
  EXPECT_EQ(game.past_keys().size(), 8u);
}

TEST(Game, CountsAPositionWithAnotherCastlingRightAsNew) {
  const Game game = Played("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
                           {"e1d1", "e8d8", "d1e1", "d8e8", "e1d1", "e8d8", "d1e1", "d8e8"});
  EXPECT_EQ(game.Occurrences(), 2);
}

TEST(Game, PutsMateBeforeTheFiftyMoves) {
  EXPECT_EQ(EndOf(Played("7k/8/6K1/8/8/8/8/R7 w - - 99 200", {"a1a8"})), GameEnd::kCheckmate);
  EXPECT_EQ(EndOf(Played("7k/8/6K1/8/8/8/8/R7 w - - 99 200", {"a1b1"})), GameEnd::kNoProgress);
  EXPECT_EQ(EndOf(Played("7k/8/6K1/8/8/8/8/R7 w - - 98 200", {"a1b1"})), std::nullopt);
}

TEST(Game, PutsDeadPositionBeforeRepetitionAndStalemateBeforeBoth) {
  EXPECT_EQ(EndOf(Played("8/8/4k3/8/8/4K3/8/8 w - - 100 90", {})), GameEnd::kDeadPosition);
  EXPECT_EQ(EndOf(Played("k7/8/2K5/8/8/8/8/1Q6 w - - 99 200", {"b1b6"})), GameEnd::kStalemate);
}

TEST(Game, LeavesOutWhatTheProfileSwitchesOff) {
  RuleProfile none;
  none.repetition_count = none.no_progress_plies = 0;
  none.dead_position = DeadPositionRule::kOff;
  EXPECT_EQ(Played("8/8/4k3/8/8/4K3/8/8 w - - 100 90", {}, none).End(), std::nullopt);
}

}  // namespace
}  // namespace rookery::chess
