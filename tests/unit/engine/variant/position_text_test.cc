#include "engine/variant/position_text.h"

#include <gtest/gtest.h>

#include <string>

namespace rookery::variant {
namespace {

const Board& TheBoard() { return Board::Standard(); }

// The start position as the specification prints it.
constexpr std::string_view kStart =
    "5,NR,NN,NB,NK,NQ,NB,NN,NR,5/5,Np,Np,Np,Np,Np,Np,Np,Np,5/18/18/18/WR,Wp,14,Ep,ER/"
    "WN,Wp,14,Ep,EN/WB,Wp,14,Ep,EB/WQ,Wp,6,WO,NO,6,Ep,EK/WK,Wp,6,SO,EO,6,Ep,EQ/WB,Wp,14,Ep,EB/"
    "WN,Wp,14,Ep,EN/WR,Wp,14,Ep,ER/18/18/18/5,Sp,Sp,Sp,Sp,Sp,Sp,Sp,Sp,5/"
    "5,SR,SN,SB,SQ,SK,SB,SN,SR,5 S SKQ.EKQ.NKQ.WKQ - S:-.E:-.N:-.W:- 0/1";

std::string Swapped(std::string_view what, std::string_view with) {
  std::string text(kStart);
  return text.replace(text.find(what), what.size(), with);
}

void ExpectRefused(const std::string& text, std::string_view why) {
  const auto position = ParsePosition(TheBoard(), text);
  ASSERT_FALSE(position.ok()) << text;
  EXPECT_NE(std::string(position.status().message()).find(why), std::string::npos)
      << position.status();
}

TEST(VariantText, WritesTheStartPositionAsTheSpecificationDoes) {
  EXPECT_EQ(PositionText(StartPosition(TheBoard())), kStart);
}

TEST(VariantText, ReadsBackWhatItWrites) {
  const auto position = ParsePosition(TheBoard(), kStart);
  ASSERT_TRUE(position.ok()) << position.status();
  EXPECT_EQ(PositionText(*position), kStart);
}

TEST(VariantText, NamesTheFieldThatIsWrong) {
  ExpectRefused("", "fields");
  ExpectRefused(Swapped(" S ", " X "), "seat 'X'");
  ExpectRefused(Swapped("SKQ.", "SX."), "castling");
  ExpectRefused(Swapped("SKQ.EKQ.", "SKQ."), "castling");
  ExpectRefused(Swapped(" - ", " g3:g4:S "), "en passant");
  ExpectRefused(Swapped("S:-", "S:P"), "fallen");
  ExpectRefused(Swapped("S:-", "S:QQQQQQQQQ"), "fallen");
  ExpectRefused(Swapped("0/1", "0/0"), "counters");
  ExpectRefused(Swapped("0/1", "99999999999/1"), "counters");
  ExpectRefused(Swapped("NR,5/5", "NR,6/5"), "rank 18");
  ExpectRefused(Swapped("/18/", "/"), "ranks");
}

TEST(VariantText, RefusesPositionsThatNoGameReaches) {
  ExpectRefused(Swapped("SK,", "SQ,"), "kings");
  ExpectRefused(Swapped("SQ,", "SK,"), "kings");
  ExpectRefused(Swapped("SO,", "SN,"), "capital");
  ExpectRefused(Swapped("SO,", "EO,"), "princess");
  ExpectRefused(Swapped("WR,Wp,14", "WR,1,Wp,13"), "where a pawn starts");
  ExpectRefused(Swapped("5,SR,", "4,SR,1,"), "water");
  ExpectRefused(Swapped("SR,5 S", "1,5 S"), "castling");
}

TEST(VariantText, BoundsTheLengthOfText) {
  ExpectRefused(std::string(kMostPositionText + 1, 'x'), "characters");
}

TEST(VariantText, ReadsOnlyLegalMoves) {
  const Position start = StartPosition(TheBoard());
  const auto move = ParseMove(TheBoard(), start, "f2f4");
  ASSERT_TRUE(move.ok());
  EXPECT_EQ(move->kind, MoveKind::kDoubleStep);
  for (const std::string_view text : {"", "f2f5", "q6o6", "f2f4=Q", "f2f04", "zz"}) {
    EXPECT_FALSE(ParseMove(TheBoard(), start, text).ok()) << text;
  }
}

TEST(VariantText, ReadsSquaresOfEighteenFilesAndRanks) {
  EXPECT_EQ(ParseSquare("a1"), MakeSquare(0, 0));
  EXPECT_EQ(ParseSquare("r18"), MakeSquare(17, 17));
  for (const std::string_view text : {"", "a", "s1", "a0", "a19", "a01", "a-1", "a1x"}) {
    EXPECT_FALSE(ParseSquare(text).has_value()) << text;
  }
}

}  // namespace
}  // namespace rookery::variant
