#include "engine/search/exchange.h"

#include <gtest/gtest.h>

#include "engine/chess/notation.h"

namespace rookery::search {
namespace {

// The exact value, found by asking for thresholds.
int ExchangeValue(std::string_view fen, std::string_view move) {
  const Constants constants{params::CatalogueWeights()};
  const chess::Position position = chess::ParseFen(fen).value();
  const chess::Move parsed = chess::ParseUci(position, move).value();
  int low = -2000;
  int high = 2000;
  while (low < high) {
    const int middle = low + (high - low + 1) / 2;
    if (ExchangeAtLeast(position, parsed, middle, constants)) {
      low = middle;
    } else {
      high = middle - 1;
    }
  }
  return low;
}

TEST(Exchange, TakesAFreePiece) {
  EXPECT_EQ(ExchangeValue("4k3/8/8/3n4/8/4N3/8/4K3 w - - 0 1", "e3d5"), 300);
}

TEST(Exchange, LosesTheQueenForAProtectedPawn) {
  EXPECT_EQ(ExchangeValue("4k3/2p5/3p4/8/8/8/3Q4/4K3 w - - 0 1", "d2d6"), 100 - 900);
}

TEST(Exchange, SeesAttackersBehindAttackers) {
  // Rook behind rook: RxR, rxR, RxR wins a rook.
  EXPECT_EQ(ExchangeValue("3rk3/8/8/3r4/8/8/3R4/3RK3 w - - 0 1", "d2d5"), 500);
  EXPECT_EQ(ExchangeValue("3rk3/8/8/3p4/8/8/3R4/4K3 w - - 0 1", "d2d5"), 100 - 500);
}

TEST(Exchange, CountsPromotionAndEnPassant) {
  EXPECT_EQ(ExchangeValue("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q"), 800);
  EXPECT_EQ(ExchangeValue("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6"), 100);
}

TEST(Exchange, AKingDoesNotCaptureIntoCheck) {
  EXPECT_EQ(ExchangeValue("8/8/4k3/3p4/8/1B6/3R4/4K3 w - - 0 1", "d2d5"), 100);
}

TEST(Exchange, AQuietMoveToAnAttackedSquareLosesThePiece) {
  EXPECT_EQ(ExchangeValue("4k3/8/2p5/8/8/4N3/8/4K3 w - - 0 1", "e3d5"), -300);
  EXPECT_EQ(ExchangeValue("4k3/8/2p5/8/8/4N3/8/4K3 w - - 0 1", "e3f5"), 0);
}

}  // namespace
}  // namespace rookery::search
