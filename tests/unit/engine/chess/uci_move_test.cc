#include <gtest/gtest.h>

#include "engine/chess/notation.h"

namespace rookery::chess {
namespace {

Position At(std::string_view fen) { return *ParseFen(fen); }

TEST(UciMove, WritesCastlingAsTheKingsStepsOrAsKingTakesRook) {
  const Position position = At("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
  const Move castling = *ParseUci(position, "e1g1");
  EXPECT_TRUE(position.IsCastling(castling));
  EXPECT_EQ(*ParseUci(position, "e1h1"), castling);
  EXPECT_EQ(ToUci(position, castling), "e1g1");
  EXPECT_EQ(ToUci(position, castling, true), "e1h1");
  EXPECT_EQ(ToUci(position, *ParseUci(position, "e1c1"), true), "e1a1");
}

TEST(UciMove, TakesOneKingStepAsAKingMoveInChess960) {
  const Position position = At("4k3/8/8/8/8/8/8/5K1R w H - 0 1");
  EXPECT_FALSE(position.IsCastling(*ParseUci(position, "f1g1")));
  EXPECT_TRUE(position.IsCastling(*ParseUci(position, "f1h1")));
}

TEST(UciMove, KeepsPromotionsInLowerCase) {
  const Position position = At("8/P7/8/8/8/4k3/8/7K w - - 0 1");
  EXPECT_EQ(ToUci(position, *ParseUci(position, "a7a8n")), "a7a8n");
  for (const char* text : {"a7a8", "a7a8k", "a7a8Q", "a7a8p"}) {
    EXPECT_FALSE(ParseUci(position, text).ok()) << text;
  }
}

TEST(UciMove, RefusesGarbageAndIllegalMovesWithAReason) {
  for (const char* text : {"", "e2", "e2e9", "i2i4", "e2e4e5", "e2-e4", "e7e5", "e1g1", "a1a1"}) {
    const auto move = ParseUci(Position::Start(), text);
    EXPECT_EQ(move.status().code(), absl::StatusCode::kInvalidArgument) << text;
  }
}

}  // namespace
}  // namespace rookery::chess
