#include "engine/chess/movegen.h"

#include <gtest/gtest.h>

#include "engine/chess/notation.h"

namespace rookery::chess {
namespace {

// No move gives such checks, but a FEN may. Stockfish counts the same six moves in the first.
TEST(MoveGenerator, LetsOnlyTheKingMoveOutOfChecksByTwoPawnsOrKnights) {
  for (const char* fen :
       {"6r1/1p6/p1p5/2P2p2/PPkB1npP/4P2p/6K1/1R6 w - - 0 1", "4k3/8/8/8/3Q4/3n1n2/8/4K3 w - - 0 1",
        "4k3/8/8/8/8/2R5/3p1p2/4K3 w - - 0 1"}) {
    const Position position = *ParseFen(fen);
    MoveList moves;
    GenerateLegal(position, moves);
    for (const Move move : moves) {
      EXPECT_EQ(TypeOf(position.at(move.from())), PieceType::kKing)
          << fen << ' ' << ToText(move.to());
    }
    EXPECT_EQ(CountLegal(position), static_cast<int>(moves.size()));
  }
  EXPECT_EQ(CountLegal(*ParseFen("6r1/1p6/p1p5/2P2p2/PPkB1npP/4P2p/6K1/1R6 w - - 0 1")), 6);
}

}  // namespace
}  // namespace rookery::chess
