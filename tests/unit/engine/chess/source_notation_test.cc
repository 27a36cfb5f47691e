#include "engine/chess/source_notation.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/status.h"
#include "engine/chess/notation.h"

namespace rookery::chess {
namespace {

using testing::HasSubstr;

std::string Uci(std::string_view fen, std::string_view text) {
  const Position position = *ParseFen(fen);
  const auto read = ParseSourceMove(position, text);
  return read.ok() ? ToUci(position, read->move) : Message(read.status());
}

TEST(SourceNotation, TakesSquaresInEitherCase) {
  EXPECT_EQ(Uci(kStartFen, "E2-E4"), "e2e4");
  EXPECT_EQ(Uci(kStartFen, "B2-B4"), "b2b4");
  EXPECT_EQ(Uci(kStartFen, "NG1-F3"), "g1f3");
}

TEST(SourceNotation, RefusesWhatFitsNoMoveOrTwo) {
  EXPECT_THAT(Uci("4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1", "马d2"), HasSubstr("more than one"));
  EXPECT_THAT(Uci(kStartFen, "马e5"), HasSubstr("no legal move"));
  EXPECT_THAT(Uci(kStartFen, "bxc3"), HasSubstr("no legal move"));  // no knight goes like this
  EXPECT_THAT(Uci(kStartFen, "e4!!!"), HasSubstr("mark"));
  EXPECT_THAT(Uci(kStartFen, std::string(100, 'e')), HasSubstr("longer"));
  EXPECT_THAT(Uci(kStartFen, ""), HasSubstr("no legal move"));
}

TEST(SourceNotation, WritesLongAndShort) {
  const Position position =
      *ParseFen("rnbq2nr/ppppb2p/7k/5Qp1/2BP3P/8/PPP2PP1/RNB1K2R w KQ - 1 10");
  const Move move = *ParseUci(position, "h4g5");
  EXPECT_EQ(ToSourceLong(position, move), "h4:g5++");
  EXPECT_EQ(ToSourceShort(position, move), "h:g++");
  EXPECT_EQ(ToSourceLong(Position::Start(), *ParseUci(Position::Start(), "g1f3")), "马g1-f3");
}

TEST(SourceNotation, ReadsAGameWithNumbersMarksAndResult) {
  const auto game = ParseSourceGame(
      Position::Start(), "1.e2-e4 e7-e5 2.马g1-f3, f7-f6? 3.马f3:e5!; f : e\n4后d1-h5+ 1:0");
  ASSERT_TRUE(game.ok()) << game.status();
  EXPECT_EQ(game->moves.size(), 7u);
  EXPECT_THAT(game->moves[3].nags, testing::ElementsAre(2));
  EXPECT_EQ(game->result, GameResult::kWhiteWins);
}

TEST(SourceNotation, ReadsEveryChineseName) {
  constexpr std::string_view kAll = "r3k2r/8/8/8/8/8/P7/RNBQKB1R w KQkq - 0 1";
  for (const char* name : {"马", "馬", "骑士", "騎士", "战士", "N"}) {
    EXPECT_EQ(Uci(kAll, name + std::string("b1-c3")), "b1c3") << name;
  }
  for (const char* name : {"象", "主教", "牧师", "B"}) {
    EXPECT_EQ(Uci(kAll, name + std::string("c1-e3")), "c1e3") << name;
  }
  for (const char* name : {"车", "車", "城堡", "堡垒", "战车", "R"}) {
    EXPECT_EQ(Uci(kAll, name + std::string("h1-h2")), "h1h2") << name;
  }
  for (const char* name : {"后", "後", "皇后", "王后", "Q"}) {
    EXPECT_EQ(Uci(kAll, name + std::string("d1-d4")), "d1d4") << name;
  }
  for (const char* name : {"王", "国王", "國王", "K"}) {
    EXPECT_EQ(Uci(kAll, name + std::string("e1-e2")), "e1e2") << name;
  }
  for (const char* name : {"兵", "卒", "兵卒", "小卒", "P", ""}) {
    EXPECT_EQ(Uci(kAll, name + std::string("a2-a4")), "a2a4") << name;
  }
  EXPECT_EQ(Uci("8/P7/8/8/8/4k3/8/7K w - - 0 1", "a7-a8皇后"), "a7a8q");
}

TEST(SourceNotation, MixesCaptureSignsAndIgnoresBlanksBesideThem) {
  for (const char* text : {"马f3:e5", "马f3xe5", "马f3×e5", "马f3 : e5", "马f3 × e5"}) {
    EXPECT_EQ(Uci("4k3/8/8/4p3/8/5N2/8/4K3 w - - 0 1", text), "f3e5") << text;
  }
  const auto game = ParseSourceGame(Position::Start(), "e4 d5 e : d5 后d8xd5 马c3 后 × g2 象f1:g2");
  ASSERT_TRUE(game.ok()) << game.status();
  EXPECT_EQ(game->moves.size(), 7u);
}

TEST(SourceNotation, SkipsHeadingsAndTheSignForAnyMove) {
  const auto game =
      ParseSourceGame(Position::Start(), "白方　　黑方\n1. e2-e4 e7-e5\n2. 马g1-f3 ∽");
  ASSERT_TRUE(game.ok()) << game.status();
  EXPECT_EQ(game->moves.size(), 3u);
  EXPECT_EQ(game->moves[2].comment, "∽");
  EXPECT_TRUE(game->moves[2].nags.empty());
  EXPECT_EQ(ParseSourceGame(Position::Start(), "白方：e4 黑方：e5")->moves.size(), 2u);
}

TEST(SourceNotation, NamesThePlyAtWhichAGameBreaks) {
  const auto game = ParseSourceGame(Position::Start(), "e4 e5 Ke3");
  EXPECT_THAT(std::string(game.status().message()), HasSubstr("ply 3"));
}

}  // namespace
}  // namespace rookery::chess
