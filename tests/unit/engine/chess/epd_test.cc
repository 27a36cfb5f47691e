#include "engine/chess/epd.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/status.h"
#include "engine/chess/notation.h"

namespace rookery::chess {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

constexpr std::string_view kBoard = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";

absl::StatusOr<Epd> Parse(std::string_view operations) {
  return ParseEpd(std::string(kBoard) + std::string(operations));
}

TEST(Epd, ReadsOperationsWithQuotedTextsAndMoves) {
  const auto epd = Parse(" bm e4 Nf3; id \"two; words\"; c0 \"\" ;D1 20 ;D2 400");
  ASSERT_TRUE(epd.ok()) << epd.status();
  EXPECT_THAT(epd->Find("id")->operands, ElementsAre("two; words"));
  EXPECT_THAT(epd->Find("c0")->operands, ElementsAre(""));
  EXPECT_THAT(epd->Find("D2")->operands, ElementsAre("400"));
  EXPECT_EQ(epd->Find("am"), nullptr);
  const auto moves = EpdMoves(epd->position, *epd->Find("bm"));
  ASSERT_TRUE(moves.ok());
  EXPECT_EQ(ToUci(epd->position, moves->at(1)), "g1f3");
}

TEST(Epd, TakesClocksFromOpcodesOrFromAFensFields) {
  EXPECT_EQ(Parse(" hmvc 7; fmvn 12;")->position.halfmove_clock(), 7);
  EXPECT_EQ(Parse(" hmvc 7; fmvn 12;")->position.fullmove_number(), 12);
  EXPECT_EQ(Parse(" 3 9 bm e4;")->position.fullmove_number(), 9);
  EXPECT_EQ(Parse("")->position.fullmove_number(), 1);
}

TEST(Epd, WritesWhatItReads) {
  for (const std::string_view text :
       {" hmvc 7; fmvn 12; bm e4; id \"a b\";", " pv e4 e5 Nf3;", ""}) {
    EXPECT_EQ(ToEpd(*Parse(text)), std::string(kBoard) + std::string(text));
  }
}

// Each operand of an id is written with two quotes.
TEST(Epd, RefusesWhatItCouldNotReadAgain) {
  const auto operands = [](size_t count) {
    std::string text = " id";
    for (size_t i = 0; i < count; ++i) text += " \xff";
    return text + ";";
  };
  const auto few = Parse(operands(500));
  ASSERT_TRUE(few.ok()) << few.status();
  EXPECT_TRUE(ParseEpd(ToEpd(*few)).ok());
  for (size_t count = 500; count < 2000; count += 100) {
    const auto epd = Parse(operands(count));
    EXPECT_TRUE(!epd.ok() || ParseEpd(ToEpd(*epd)).ok()) << count;
  }
  EXPECT_THAT(Message(Parse(operands(1990)).status()), HasSubstr("written out"));
}

TEST(Epd, FollowsALineInPvAndSaysWhichMoveFails) {
  const auto epd = Parse(" pv e4 e5 Nf3; bm e5;");
  EXPECT_EQ(EpdMoves(epd->position, *epd->Find("pv"))->size(), 3u);
  EXPECT_THAT(Message(EpdMoves(epd->position, *epd->Find("bm")).status()),
              HasSubstr("EPD bm: move 'e5': is not legal"));
}

TEST(Epd, RefusesBrokenOperationsAndPositions) {
  EXPECT_THAT(Message(Parse(" id \"open").status()), HasSubstr("closing quote"));
  EXPECT_THAT(Message(Parse(" id \"a\" b\"c;").status()), HasSubstr("quote inside"));
  EXPECT_THAT(Message(Parse(" 1bm e4;").status()), HasSubstr("opcode '1bm'"));
  EXPECT_THAT(Message(ParseEpd("rubbish").status()), HasSubstr("FEN 'rubbish': 1 fields"));
  EXPECT_THAT(Message(ParseEpd("8/8/8/8/8/8/8/8 w - -").status()), HasSubstr("king"));
  EXPECT_THAT(Message(ParseEpd(std::string(5000, 'x')).status()), HasSubstr("5000"));
  EXPECT_FALSE(Parse(" hmvc x;").ok());
}

}  // namespace
}  // namespace rookery::chess
