#include "engine/chess/pgn_result.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

namespace rookery::chess {
namespace {

using testing::ElementsAre;

// The faults of all games as line:column: text; games that can't be read as "broken".
std::vector<std::string> Faults(const std::string& text) {
  std::vector<std::string> faults;
  std::istringstream input(text);
  ReadPgn(
      input,
      [&](const PgnGame& game) {
        const auto fault = FindResultFault(game);
        faults.push_back(!fault ? ""
                                : std::to_string(fault->line) + ":" +
                                      std::to_string(fault->column) + ": " + fault->message);
        return true;
      },
      [&](const PgnError&) {
        faults.push_back("broken");
        return true;
      });
  return faults;
}

constexpr char kCut[] = "no result behind the moves; is the game cut off?";

TEST(PgnResult, IsMissingWhereAFileIsCutOff) {
  const std::string whole =
      "[Result \"1-0\"]\n\n1. e4 e5 1-0\n\n[Result \"1-0\"]\n\n1. e4 e5 2. Nf3";
  EXPECT_THAT(Faults(whole), ElementsAre("", std::string("7:16: ") + kCut));
  EXPECT_THAT(Faults("[Event \"a\"]\n[Result \"*\"]\n"), ElementsAre(std::string("3:1: ") + kCut));
  // One without moves and the next are two.
  EXPECT_THAT(Faults("[Event \"a\"]\n[Result \"1-0\"]\n\n[Event \"b\"]\n\n1. d4 *\n"),
              ElementsAre(std::string("4:1: ") + kCut, ""));
  // The next game's tags show that one is missing, too.
  EXPECT_THAT(Faults("1. e4\n[Event \"b\"]\n\n1. d4 *\n"),
              ElementsAre(std::string("2:1: ") + kCut, ""));
}

TEST(PgnResult, OfTheTagAgreesWithTheOneBehindTheMoves) {
  EXPECT_THAT(Faults("[Result \"0-1\"]\n\n1. e4 1-0\n"),
              ElementsAre("3:7: the Result tag says 0-1, the moves end with 1-0"));
  EXPECT_THAT(Faults("[Result \"*\"]\n\n1. e4 1/2-1/2\n"),
              ElementsAre("3:7: the Result tag says *, the moves end with 1/2-1/2"));
  EXPECT_THAT(Faults("[Result \"White\"]\n\n1. e4 1-0\n"),
              ElementsAre("3:7: the Result tag is 'White'; write 1-0, 0-1, 1/2-1/2 or *"));
  EXPECT_THAT(Faults("[Result \"1/2\"]\n\n1. e4 1/2-1/2\n1. d4 *\n"), ElementsAre("", ""));
}

TEST(PgnResult, AgreesWithMateAndStalemateOnTheBoard) {
  const std::string mate = "1. f3 e5 2. g4 Qh4# ";
  EXPECT_THAT(Faults(mate + "0-1"), ElementsAre(""));
  EXPECT_THAT(Faults(mate + "1-0"),
              ElementsAre("1:21: White is checkmated, but the result is 1-0"));
  EXPECT_THAT(Faults(mate + "*"), ElementsAre("1:21: White is checkmated, but the result is *"));
  const std::string stalemate = "[FEN \"7k/8/6K1/5Q2/8/8/8/8 w - - 0 1\"]\n\n1. Qf7 ";
  EXPECT_THAT(Faults(stalemate + "1/2-1/2"), ElementsAre(""));
  EXPECT_THAT(Faults(stalemate + "1-0"),
              ElementsAre("3:8: Black is stalemated, but the result is 1-0"));
}

}  // namespace
}  // namespace rookery::chess
