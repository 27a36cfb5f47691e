#include "cli/fastchess_output.h"

#include <gtest/gtest.h>

#include <sstream>

namespace rookery::cli {
namespace {

class FastchessOutputTest : public ::testing::Test {
 protected:
  FastchessOutputTest() {
    match_.spec.engines.resize(2);
    for (MatchEngine& engine : match_.spec.engines)
      engine.limits.clock = worker::SuddenDeath(8000, 80);
    match_.spec.openings.file = "/books/UHO.epd";
    view_.engines = {{"new", "", "", "1", "16"}, {"base", "", "", "1", "16"}};
  }

  // Both games of a pair by the first one's half points.
  void Pair(uint64_t pair, int first, int second) {
    for (const int half : {first, second}) {
      const ScheduledGame game = schedule_.At(2 * pair + (half_turn_++ % 2));
      const GameResult result = half == 1                            ? GameResult::kDraw
                                : (half == 2) == game.first_is_white ? GameResult::kWhiteWins
                                                                     : GameResult::kBlackWins;
      score_.Add(game, result, GameEnd::kCheckmate);
    }
  }

  FastchessMatch match_;
  Schedule schedule_ = *Schedule::Create({.rounds = 10});
  MatchScore score_{2};
  MatchView view_{match_.spec, schedule_, score_, {}, {}};
  uint64_t half_turn_ = 0;
};

// Figures of the formulas that fastchess prints, computed by hand in Python for these counts.
TEST_F(FastchessOutputTest, PrintsTheBlockThatScriptsRead) {
  Pair(0, 2, 2);
  Pair(1, 2, 1);
  Pair(2, 1, 1);
  Pair(3, 2, 0);
  Pair(4, 0, 1);
  EXPECT_EQ(FastchessRating(view_, FastchessOutput::kFastchess, 0, 1),
            "Results of new vs base (8+0.08, 1t, 16MB, UHO.epd):\n"
            "Elo: 70.44 +/- 177.57, nElo: 96.36 +/- 215.34\n"
            "LOS: 80.98 %, DrawRatio: 40.00 %, PairsRatio: 2.00\n"
            "Games: 10, Wins: 4, Losses: 2, Draws: 4, Points: 6.0 (60.00 %)\n"
            "Ptnml(0-2): [0, 1, 2, 1, 1], WL/DD Ratio: 1.00\n");
}

TEST_F(FastchessOutputTest, CountsOnlyWholePairs) {
  Pair(0, 2, 2);
  score_.Add(schedule_.At(2), GameResult::kBlackWins, GameEnd::kCheckmate);
  EXPECT_NE(FastchessRating(view_, FastchessOutput::kFastchess, 0, 1).find("Games: 2, Wins: 2"),
            std::string::npos);
  match_.spec.pairs = false;
  EXPECT_NE(FastchessRating(view_, FastchessOutput::kFastchess, 0, 1).find("Games: 3, Wins: 2"),
            std::string::npos);
}

TEST_F(FastchessOutputTest, HasNoNansWhateverTheCounts) {
  for (int i = 0; i < 4; ++i) {
    for (const auto output : {FastchessOutput::kFastchess, FastchessOutput::kCutechess}) {
      const std::string text = FastchessRating(view_, output, 0, 1);
      EXPECT_EQ(text.find("nan"), std::string::npos) << text;
    }
    if (i < 3) Pair(static_cast<uint64_t>(i), i == 1 ? 1 : 2, i == 1 ? 1 : 2);
  }
}

TEST_F(FastchessOutputTest, PrintsTheTestsLine) {
  EXPECT_EQ(FastchessSprt(view_, FastchessOutput::kFastchess), "");
  match_.spec.sprt = stats::SprtBounds{.elo0 = 0, .elo1 = 2};
  EXPECT_EQ(FastchessSprt(view_, FastchessOutput::kFastchess),
            "LLR: 0.00 (0.0%) (-2.94, 2.94) [0.00, 2.00]\n");
  EXPECT_EQ(FastchessSprt(view_, FastchessOutput::kCutechess),
            "SPRT: llr 0.00 (0.0%), lbound -2.94, ubound 2.94\n");
}

TEST_F(FastchessOutputTest, SaysWhyGamesEnd) {
  worker::PlayedGame game;
  game.result = GameResult::kBlackWins;
  game.end = GameEnd::kTime;
  game.overrun_us = 51'900;
  EXPECT_EQ(FastchessReason(game, FastchessOutput::kFastchess),
            "White loses on time (51ms overrun)");
  EXPECT_EQ(FastchessReason(game, FastchessOutput::kCutechess), "White loses on time");
  game.result = GameResult::kDraw;
  game.end = GameEnd::kAdjudicatedLength;
  EXPECT_EQ(FastchessReason(game, FastchessOutput::kFastchess), "Draw by adjudication");
}

TEST_F(FastchessOutputTest, TellsOfGamesAndIntervals) {
  std::ostringstream out;
  std::ostringstream err;
  Printer printer(&out, &err, {});
  Context context;
  context.printer = &printer;
  match_.rating_interval = 1;
  FastchessPrinter says(match_, &context, {});
  worker::TournamentGame game;
  game.plan = schedule_.At(1);
  says.OnStart(view_, game.plan);
  score_.Add(game.plan, GameResult::kDraw, GameEnd::kStalemate);
  game.played.end = GameEnd::kStalemate;
  says.OnGame(view_, game);
  EXPECT_EQ(out.str(),
            "Started game 2 of 20 (base vs new)\n"
            "Finished game 2 (base vs new): 1/2-1/2 {Draw by stalemate}\n");
  game.plan = schedule_.At(0);
  score_.Add(game.plan, GameResult::kDraw, GameEnd::kStalemate);
  says.OnGame(view_, game);
  EXPECT_NE(out.str().find("Ptnml(0-2): [0, 0, 1, 0, 0]"), std::string::npos) << out.str();
}

}  // namespace
}  // namespace rookery::cli
