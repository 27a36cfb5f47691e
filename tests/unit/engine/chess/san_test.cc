#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/chess/movegen.h"
#include "engine/chess/notation.h"

namespace rookery::chess {
namespace {

using testing::HasSubstr;

Position At(std::string_view fen) { return *ParseFen(fen); }

std::string San(const Position& position, std::string_view uci) {
  return ToSan(position, *ParseUci(position, uci));
}

std::string Uci(const Position& position, std::string_view san) {
  const auto move = ParseSan(position, san);
  return move.ok() ? ToUci(position, *move) : std::string(move.status().message());
}

TEST(San, NamesFileThenRankThenSquareOfPiecesThatCouldBeMeant) {
  EXPECT_EQ(San(At("4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1"), "b1d2"), "Nbd2");
  EXPECT_EQ(San(At("4k3/8/8/R7/8/8/8/R3K3 w - - 0 1"), "a1a3"), "R1a3");
  EXPECT_EQ(San(At("8/6k1/8/8/4Q2Q/8/8/K6Q w - - 0 1"), "h4e1"), "Qh4e1");
}

TEST(San, IgnoresPinnedRivals) {
  EXPECT_EQ(San(At("4r1k1/8/8/8/8/8/4N3/1N2K3 w - - 0 1"), "b1c3"), "Nc3");
}

TEST(San, WritesCapturesPromotionsCastlingCheckAndMate) {
  EXPECT_EQ(San(At("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1"), "d4e3"), "dxe3");
  EXPECT_EQ(San(At("1k1r4/4P3/8/8/8/8/8/4K3 w - - 0 1"), "e7d8q"), "exd8=Q+");
  EXPECT_EQ(San(At("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1"), "e8c8"), "O-O-O");
  EXPECT_EQ(San(At("5k2/8/8/8/8/8/8/4K2R w K - 0 1"), "e1g1"), "O-O+");
  EXPECT_EQ(San(At("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1"), "a1a8"), "Ra8#");
}

TEST(San, ReadsWhatOthersWrite) {
  const Position position = At("r3k3/1P6/8/8/8/2N5/8/R3K2R w KQq - 0 1");
  EXPECT_EQ(Uci(position, "0-0"), "e1g1");
  EXPECT_EQ(Uci(position, "O-O-O+!?"), "e1c1");
  EXPECT_EQ(Uci(position, "bxa8=Q+"), "b7a8q");
  EXPECT_EQ(Uci(position, "ba8N"), "b7a8n");
  EXPECT_EQ(Uci(position, "b8(R)"), "b7b8r");
  EXPECT_EQ(Uci(position, "Nc3-d5"), "c3d5");
  EXPECT_EQ(Uci(position, "Nc3d5"), "c3d5");
  EXPECT_EQ(Uci(Position::Start(), "e2-e4"), "e2e4");
  EXPECT_EQ(Uci(Position::Start(), "Pe4"), "e2e4");
}

TEST(San, SaysWhyATextIsNoMove) {
  const Position position = At("4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1");
  EXPECT_THAT(Uci(position, "Nd2"), HasSubstr("ambiguous"));
  EXPECT_THAT(Uci(position, "Nd3"), HasSubstr("not legal"));
  EXPECT_THAT(Uci(position, "O-O"), HasSubstr("castling is not legal"));
  for (const char* text : {"", "N", "e9", "Xe4", "exe", "e8=K", "+", "Nb1d2Q", "e4e5e6"}) {
    EXPECT_FALSE(ParseSan(position, text).ok()) << text;
  }
}

TEST(San, NeedsThePromotionPieceAndAFileForPawnCaptures) {
  const Position position = At("r3k3/1P6/8/8/8/8/8/4K3 w - - 0 1");
  EXPECT_FALSE(ParseSan(position, "b8").ok());
  EXPECT_FALSE(ParseSan(position, "a8=Q").ok());
}

TEST(San, DoesNotTakeKingOntoOwnRookForCastling) {
  EXPECT_FALSE(ParseSan(At("4k3/8/8/8/8/8/8/4K2R w K - 0 1"), "Kh1").ok());
}

}  // namespace
}  // namespace rookery::chess
