#include "coordinator/games/move_rank.h"

#include <gtest/gtest.h>

#include <set>

#include "base/rng.h"
#include "engine/chess/movegen.h"
#include "engine/chess/notation.h"

namespace rookery::coordinator {
namespace {

using chess::Move;
using chess::Position;

TEST(MoveRank, NumbersTheLegalMovesOfRandomPositionsWithoutGaps) {
  Rng rng(1);
  for (int game = 0; game < 5; ++game) {
    Position position = Position::Start();
    Move before;
    for (int ply = 0; ply < 80; ++ply) {
      chess::MoveList legal;
      chess::GenerateLegal(position, legal);
      if (legal.empty()) break;
      std::set<int> ranks;
      for (const Move move : legal) {
        const std::optional<int> rank = RankOf(position, before, move);
        ASSERT_TRUE(rank.has_value());
        ASSERT_LT(*rank, static_cast<int>(legal.size()));
        ranks.insert(*rank);
        ASSERT_EQ(MoveAt(position, before, *rank), move) << chess::ToFen(position);
      }
      ASSERT_EQ(ranks.size(), legal.size());
      ASSERT_EQ(MoveAt(position, before, static_cast<int>(legal.size())), std::nullopt);
      before = legal[rng.Below(legal.size())];
      position.Play(before);
    }
  }
}

TEST(MoveRank, HasNoneForAMoveThatIsNotLegal) {
  EXPECT_EQ(RankOf(Position::Start(), Move(), Move()), std::nullopt);
  EXPECT_EQ(MoveAt(Position::Start(), Move(), -1), std::nullopt);
  EXPECT_EQ(MoveAt(Position::Start(), Move(), 255), std::nullopt);
}

// The order is stored: whoever changes it makes every stored game another one.
TEST(MoveRank, KeepsTheOrderThatBlocksWereWrittenWith) {
  const auto order = [](std::string_view fen, Move before = Move()) {
    const Position position = *chess::ParseFen(fen);
    std::string text;
    for (int rank = 0; rank < 6; ++rank) {
      text += chess::ToUci(position, *MoveAt(position, before, rank)) + " ";
    }
    return text;
  };
  EXPECT_EQ(order(chess::kStartFen), "b1c3 g1f3 d2d4 e2e4 c2c4 f2f4 ");
  EXPECT_EQ(order("r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 2 3"),
            "e1g1 b1c3 d2d4 g2g4 d2d3 b1a3 ");
  EXPECT_EQ(order("r1bqk2r/pppp1ppp/2n2n2/4N3/1bB1P3/2N5/PPPP1PPP/R1BQK2R b KQkq - 0 5",
                  Move(chess::MakeSquare(5, 2), chess::MakeSquare(4, 4))),
            "c6e5 e8g8 b4c3 d7d5 c6d4 g7g5 ");
  EXPECT_EQ(order("8/P1k5/3p4/p2P1p2/P2P1P2/8/8/4K3 w - - 0 1"), "a7a8q e1d2 e1e2 e1d1 e1f2 e1f1 ");
}

}  // namespace
}  // namespace rookery::coordinator
