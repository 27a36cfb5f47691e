// Terms that come by the dozen, each by a position made for it: squares and numbers of moves.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "engine/chess/notation.h"
#include "engine/eval/evaluator.h"
#include "engine/eval/piece_square_terms.h"

namespace rookery::eval {
namespace {

using chess::MakeSquare;

// The counts of every term of piece and square, by name: White's less Black's.
std::map<std::string, int> SquaresOf(std::string_view fen) {
  const Trace trace = TraceOf(chess::ParseFen(fen).value(), Shape(params::Weights()));
  std::map<std::string, int> counts;
  for (int i = 0; i < params::kTermCount; ++i) {
    const std::string name(params::TermName(static_cast<Term>(i)));
    const int count = trace.Coefficient(static_cast<Term>(i));
    if (name.starts_with("psq_") && count != 0) counts[name] = count / kUnit;
  }
  return counts;
}

TEST(PieceSquares, NameThePieceAndTheSquareFromItsOwnSide) {
  EXPECT_EQ(SquaresOf("4k3/8/8/8/3N4/8/8/4K3 w - - 0 1"),
            (std::map<std::string, int>{{"psq_knight_d4", 1}}));
  EXPECT_EQ(SquaresOf("4k3/8/8/3n4/8/8/8/4K3 w - - 0 1"),
            (std::map<std::string, int>{{"psq_knight_d4", -1}}));
  EXPECT_EQ(
      SquaresOf("4k3/8/8/8/8/8/6P1/K7 w - - 0 1"),
      (std::map<std::string, int>{{"psq_pawn_b2", 1}, {"psq_king_a1", 1}, {"psq_king_d1", -1}}));
}

// Each square's name says where it is: a1 of the table is a1 and h1 of the board, and so on.
TEST(PieceSquares, HaveATermForEverySquareByItsName) {
  constexpr std::string_view kNames[] = {"pawn", "knight", "bishop", "rook", "queen", "king"};
  for (int piece = 0; piece < 6; ++piece) {
    for (int square = 0; square < 64; ++square) {
      const int rank = square / 8;
      if (piece == 0 && (rank == 0 || rank == 7)) continue;
      const int file = std::min(square % 8, 7 - square % 8);
      const Term term = SquareTerm(static_cast<PieceType>(piece), MakeSquare(square % 8, rank));
      EXPECT_EQ(params::TermName(term),
                fmt::format("psq_{}_{:c}{}", kNames[piece], 'a' + file, rank + 1));
    }
  }
}

// A piece in the middle of nowhere with so many squares, walled in by own pawns.
TEST(Mobility, HasATermForEachNumberOfSafeSquares) {
  const auto count = [](std::string_view fen, std::string_view name) {
    const Trace trace = TraceOf(chess::ParseFen(fen).value(), Shape(params::Weights()));
    for (int i = 0; i < params::kTermCount; ++i) {
      if (params::TermName(static_cast<Term>(i)) == name) {
        return trace.Coefficient(static_cast<Term>(i)) / kUnit;
      }
    }
    ADD_FAILURE() << name;
    return 0;
  };
  EXPECT_EQ(count("4k3/8/8/8/3N4/8/8/4K3 w - - 0 1", "mob_knight_8"), 1);
  EXPECT_EQ(count("4k3/8/8/8/8/8/8/N3K3 w - - 0 1", "mob_knight_2"), 1);
  EXPECT_EQ(count("4k3/8/8/8/8/1P6/2P5/N3K3 w - - 0 1", "mob_knight_0"), 1);
  // A pawn's attack takes b3 away.
  EXPECT_EQ(count("4k3/8/8/8/p7/8/8/N3K3 w - - 0 1", "mob_knight_1"), 1);
  EXPECT_EQ(count("4k3/8/8/8/3B4/8/8/4K3 w - - 0 1", "mob_bishop_13"), 1);
  EXPECT_EQ(count("4k3/8/8/8/8/8/1P6/B3K3 w - - 0 1", "mob_bishop_0"), 1);
  EXPECT_EQ(count("4k3/7p/8/8/3R4/8/8/4K3 w - - 0 1", "mob_rook_14"), 1);
  EXPECT_EQ(count("4k3/8/8/8/8/8/P7/RN2K3 w - - 0 1", "mob_rook_0"), 1);
  EXPECT_EQ(count("4k3/7p/8/8/3Q4/8/8/K7 w - - 0 1", "mob_queen_26"), 1);
  EXPECT_EQ(count("4k3/8/8/8/8/8/PP6/QN2K3 w - - 0 1", "mob_queen_0"), 1);
  EXPECT_EQ(count("3qk3/8/8/8/8/8/7P/4K3 w - - 0 1", "mob_queen_16"), -1);
}

}  // namespace
}  // namespace rookery::eval
