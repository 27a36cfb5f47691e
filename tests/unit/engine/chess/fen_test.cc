#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/chess/notation.h"

namespace rookery::chess {
namespace {

using testing::HasSubstr;

void ExpectRefused(std::string_view fen, std::string_view reason) {
  const auto position = ParseFen(fen);
  ASSERT_FALSE(position.ok()) << fen;
  EXPECT_EQ(position.status().code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(std::string(position.status().message()), HasSubstr(std::string(reason))) << fen;
}

void ExpectRoundTrip(std::string_view fen) {
  const auto position = ParseFen(fen);
  ASSERT_TRUE(position.ok()) << position.status();
  EXPECT_EQ(ToFen(*position), fen);
}

TEST(Fen, WritesWhatItReads) {
  ExpectRoundTrip(kStartFen);
  ExpectRoundTrip("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b Kq - 3 17");
  ExpectRoundTrip("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1");
  EXPECT_EQ(ToFen(Position::Start()), kStartFen);
}

TEST(Fen, KeepsAnInnerRooksFileWhereXFenNeedsIt) {
  ExpectRoundTrip("4k3/8/8/8/8/8/8/4KR1R w F - 0 1");
  ExpectRoundTrip("4k3/8/8/8/8/8/8/4KR1R w K - 0 1");
  EXPECT_EQ(ToFen(*ParseFen("4k3/8/8/8/8/8/8/R3K2R w HA - 0 1")),
            "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1");
}

TEST(Fen, TakesFourOrFiveFieldsAndAnyBlanks) {
  EXPECT_EQ(ToFen(*ParseFen("  4k3/8/8/8/8/8/8/4K3  w\t- - \r\n")),
            "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
  EXPECT_EQ(ToFen(*ParseFen("4k3/8/8/8/8/8/8/4K3 w - - 7")), "4k3/8/8/8/8/8/8/4K3 w - - 7 1");
}

TEST(Fen, DropsAnEnPassantSquareThatNobodyCanCaptureOn) {
  EXPECT_EQ(ToFen(*ParseFen("4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1")),
            "4k3/8/8/8/4P3/8/8/4K3 b - - 0 1");
  // The capture would open the rank to the king.
  EXPECT_EQ(ParseFen("8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 1")->en_passant(), Square::kNone);
}

TEST(Fen, SaysWhichPiecesAreImpossible) {
  ExpectRefused("", "0 fields");
  ExpectRefused("8/8/8/8/8/8/8/4K3 w - - 0 1", "Black has 0 kings");
  ExpectRefused("4k3/8/8/8/8/8/8/K3K3 w - - 0 1", "White has 2 kings");
  ExpectRefused("p3k3/8/8/8/8/8/8/4K3 w - - 0 1", "a pawn on a8");
  ExpectRefused("4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - - 0 1", "9 pawns");
  ExpectRefused("8/8/8/8/8/8/4K2k w - - 0 1", "7 ranks");
  ExpectRefused("8/8/8/8/8/8/8/8/4K2k w - - 0 1", "more than 8 ranks");
  ExpectRefused("4k4/8/8/8/8/8/8/4K3 w - - 0 1", "more than 8 files");
  ExpectRefused("4k3/44/8/8/8/8/8/4K3 w - - 0 1", "two digits");
  ExpectRefused("4k3/8/8/8/8/8/8/4X3 w - - 0 1", "'X'");
}

TEST(Fen, SaysWhichFieldIsImpossible) {
  ExpectRefused("4k3/8/8/8/8/8/8/4K3 x - - 0 1", "side to move 'x'");
  ExpectRefused("4k3/8/8/8/8/8/4K3/7R w K - 0 1", "castling 'K'");
  ExpectRefused("3k4/8/8/8/8/8/8/4K2n w K - 0 1", "no rook");
  ExpectRefused("4k3/8/8/8/8/8/8/4K2R w KH - 0 1", "twice");
  ExpectRefused("4k3/8/8/8/8/8/8/4KR1R w FH - 0 1", "same side");
  ExpectRefused("4k3/8/8/8/8/8/8/4K3 w - z9 0 1", "en passant 'z9'");
  ExpectRefused("4k3/8/8/8/4P3/8/8/4K3 w - e3 0 1", "sixth");
  ExpectRefused("4k3/8/8/8/4P3/8/4N3/4K3 b - e3 0 1", "just passed");
  ExpectRefused("4k3/8/8/8/8/8/8/4K3 w - - x 1", "halfmove clock 'x'");
  ExpectRefused("4k3/8/8/8/8/8/8/4K3 w - - 0 -1", "move number '-1'");
  ExpectRefused(std::string(300, '8'), "300 characters");
}

TEST(Fen, RefusesChecksThatNoMoveGives) {
  ExpectRefused("8/8/8/3kK3/8/8/8/8 w - - 0 1", "is in check");
  ExpectRefused("4r1k1/8/8/b7/8/3n4/8/4K3 w - - 0 1", "3 pieces");
  ExpectRefused("4k3/8/8/8/8/8/8/r3K2r w - - 0 1", "on one line");
  ExpectRefused("5N2/7k/4r1P1/8/2n5/8/8/1K6 b - - 0 1", "uncovers either");
  ExpectRefused("8/8/8/1k6/3Pp3/8/8/4KQ2 b - d3 0 1", "before that double step");
}

}  // namespace
}  // namespace rookery::chess
