#include "engine/chess/pgn_tags.h"

#include <gtest/gtest.h>

namespace rookery::chess {
namespace {

TEST(PgnTags, SayHowAGameEndedInTheRunnersWords) {
  EXPECT_EQ(TerminationTag(GameEnd::kCheckmate), "normal");
  EXPECT_EQ(TerminationTag(GameEnd::kTime), "time forfeit");
  EXPECT_EQ(TerminationTag(GameEnd::kIllegalMove), "illegal move");
  EXPECT_EQ(TerminationTag(GameEnd::kCrash), "abandoned");
  EXPECT_EQ(TerminationTag(GameEnd::kAdjudicatedWin), "adjudication");
  EXPECT_EQ(EndText(GameEnd::kCheckmate, GameResult::kBlackWins, {}), "Black mates");
  EXPECT_EQ(EndText(GameEnd::kTime, GameResult::kBlackWins, {}), "White loses on time");
  EXPECT_EQ(EndText(GameEnd::kNoProgress, GameResult::kDraw, {}), "Draw by fifty moves rule");
}

TEST(PgnTags, SayTheCountsOfTheProfilePlayedBy) {
  const auto text = [](GameEnd end, std::string_view profile) {
    return EndText(end, GameResult::kDraw, *FindRuleProfile(profile));
  };
  EXPECT_EQ(text(GameEnd::kRepetition, "engine"), "Draw by 3-fold repetition");
  EXPECT_EQ(text(GameEnd::kRepetition, "fide"), "Draw by 5-fold repetition");
  EXPECT_EQ(text(GameEnd::kNoProgress, "fastchess"), "Draw by fifty moves rule");
  EXPECT_EQ(text(GameEnd::kNoProgress, "fide"), "Draw by 75 moves rule");
  EXPECT_EQ(text(GameEnd::kNoProgress, "qq"), "Draw by no-progress rule");
  EXPECT_EQ(text(GameEnd::kPerpetual, "qq"), "Draw by perpetual check");
}

TEST(PgnTags, WriteScoresFromTheMoversViewAndMatesInPlies) {
  EXPECT_EQ(ScoreText(35), "+0.35");
  EXPECT_EQ(ScoreText(-120), "-1.20");
  EXPECT_EQ(ScoreText(0), "0.00");
  EXPECT_EQ(ScoreText(31'995), "+M5");
  EXPECT_EQ(ScoreText(-31'996), "-M4");
}

TEST(PgnTags, WriteTimeControlsInSeconds) {
  const std::vector<ClockPhase> phases = {{40, 60'000, 600}, {0, 900'000, 0}};
  EXPECT_EQ(TimeControlText(phases, 0), "40/60+0.6:900");
  EXPECT_EQ(TimeControlText(phases, 1500), "1.5/move");
  EXPECT_EQ(TimeControlText({}, 0), "-");
  EXPECT_EQ(TimeControlText(std::vector<ClockPhase>{{0, 0, 5}}, 0), "0+0.005");
}

}  // namespace
}  // namespace rookery::chess
