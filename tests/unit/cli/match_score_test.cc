#include "cli/match_score.h"

#include <gtest/gtest.h>

namespace rookery::cli {
namespace {

class MatchScoreTest : public ::testing::Test {
 protected:
  void Play(uint64_t id, GameResult result, GameEnd end = GameEnd::kCheckmate) {
    score_.Add(schedule_.At(id), result, end);
  }

  Schedule schedule_ = *Schedule::Create({.engines = 3, .rounds = 4});
  MatchScore score_{3};
};

TEST_F(MatchScoreTest, CountsPairsWhateverTheOrderOfTheirGames) {
  Play(1, GameResult::kBlackWins);  // 0 has Black and wins
  EXPECT_FALSE(score_.PairIsComplete(0));
  EXPECT_EQ(stats::Total(score_.Between(0, 1).pairs), 0);
  Play(0, GameResult::kDraw);
  EXPECT_TRUE(score_.PairIsComplete(0));
  EXPECT_EQ(score_.Between(0, 1).pairs, (stats::Pentanomial{0, 0, 0, 1, 0}));
  EXPECT_EQ(score_.Between(1, 0).pairs, (stats::Pentanomial{0, 1, 0, 0, 0}));
  EXPECT_EQ(score_.Between(0, 1).games, (stats::Trinomial{0, 1, 1}));
}

TEST_F(MatchScoreTest, TellsSplitPairsFromDrawnOnes) {
  Play(0, GameResult::kWhiteWins);
  Play(1, GameResult::kWhiteWins);
  Play(6, GameResult::kDraw);
  Play(7, GameResult::kDraw);
  const MeetingScore meeting = score_.Between(0, 1);
  EXPECT_EQ(meeting.pairs[2], 2);
  EXPECT_EQ(meeting.split_pairs, 1);
  EXPECT_EQ(meeting.drawn_pairs, 1);
}

TEST_F(MatchScoreTest, SumsAnEnginesMeetings) {
  Play(0, GameResult::kWhiteWins);  // 0 v 1
  Play(2, GameResult::kWhiteWins);  // 0 v 2
  Play(4, GameResult::kWhiteWins);  // 1 v 2
  EXPECT_EQ(score_.Of(0).games, (stats::Trinomial{0, 0, 2}));
  EXPECT_EQ(score_.Of(1).games, (stats::Trinomial{1, 0, 1}));
  EXPECT_EQ(score_.Of(2).games, (stats::Trinomial{2, 0, 0}));
}

TEST_F(MatchScoreTest, ChargesFaultsToTheLoser) {
  Play(0, GameResult::kBlackWins, GameEnd::kTime);
  Play(1, GameResult::kBlackWins, GameEnd::kStall);
  EXPECT_EQ(score_.EndsOf(0).timeouts, 1);
  EXPECT_EQ(score_.EndsOf(1).crashes, 1);
  EXPECT_EQ(score_.ends().at(GameEnd::kTime), 1);
}

}  // namespace
}  // namespace rookery::cli
