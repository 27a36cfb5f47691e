// What the laws say of every move of every game, held against random games: rows of the rules'
// catalogue (tests/data/rules) that no single position shows.
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>

#include "base/rng.h"
#include "engine/chess/movegen.h"
#include "engine/chess/notation.h"
#include "tests/support/perft_suite.h"

namespace rookery::chess {
namespace {

constexpr int kPlies = 60;

using Visit = std::function<void(const Position& before, Move move, const Position& after)>;

// Random games from the start and from Chess960 positions; captures are preferred, so that all
// kinds of material come up.
void PlayGames(uint64_t seed, const Visit& visit) {
  Rng rng(seed);
  const auto suite = test::ReadPerftSuite(ROOKERY_TEST_DATA "/perft/chess960.epd");
  for (size_t game = 0; game < 60; ++game) {
    Position position =
        game % 2 == 0 ? Position::Start() : *ParseFen(suite[game * 7 % suite.size()].fen);
    for (int ply = 0; ply < kPlies; ++ply) {
      MoveList moves;
      GenerateLegal(position, moves);
      if (moves.empty()) break;
      Move move = moves[rng.Below(moves.size())];
      if (!position.IsCapture(move)) move = moves[rng.Below(moves.size())];
      Position after = position;
      after.Play(move);
      visit(position, move, after);
      if (testing::Test::HasFailure()) return;
      position = after;
    }
  }
}

int PiecesOf(const Position& position, Color color) { return Count(position.of(color)); }

Bitboard AllAttacks(const Position& position, Color color, Bitboard occupied) {
  Bitboard attacks = PawnSetAttacks(color, position.of(color, PieceType::kPawn));
  for (Bitboard rest = position.of(color) & ~position.of(PieceType::kPawn); rest != 0;) {
    const Square square = PopFirst(rest);
    attacks |= PieceAttacks(TypeOf(position.at(square)), square, occupied);
  }
  return attacks;
}

TEST(Laws, SidesAlternateAndNobodyPasses) {
  EXPECT_EQ(Position::Start().side(), Color::kWhite);
  PlayGames(1, [](const Position& before, Move move, const Position& after) {
    EXPECT_EQ(after.side(), Other(before.side()));
    EXPECT_TRUE((Bit(move.from()) & before.of(before.side())) != 0);
    bool changed = false;
    for (int i = 0; i < 64; ++i) {
      const auto square = static_cast<Square>(i);
      changed = changed || before.at(square) != after.at(square);
    }
    EXPECT_TRUE(changed) << ToUci(before, move);
  });
}

TEST(Laws, CountsARoundAfterBlacksMove) {
  PlayGames(2, [](const Position& before, Move, const Position& after) {
    const int rounds = before.side() == Color::kBlack ? 1 : 0;
    EXPECT_EQ(after.fullmove_number(), before.fullmove_number() + rounds);
  });
}

TEST(Laws, AMoveTakesOnePieceToASquareWithoutOwnPieceExceptCastling) {
  int castlings = 0;
  PlayGames(3, [&castlings](const Position& before, Move move, const Position& after) {
    const Color mover = before.side();
    const Bitboard left = before.of(mover) & ~after.of(mover);
    const Bitboard entered = after.of(mover) & ~before.of(mover);
    if (before.IsCastling(move)) {
      ++castlings;
      EXPECT_EQ(PiecesOf(after, mover), PiecesOf(before, mover));
      const bool king_side = FileOf(move.to()) > FileOf(move.from());
      const Bitboard rook = Bit(Relative(mover, MakeSquare(king_side ? 5 : 3, 0)));
      EXPECT_EQ(after.king(mover), Relative(mover, MakeSquare(king_side ? 6 : 2, 0)));
      EXPECT_EQ(after.of(mover, PieceType::kRook) & rook, rook);
      return;
    }
    EXPECT_EQ(left, Bit(move.from()));
    EXPECT_EQ(entered, Bit(move.to()));
    EXPECT_EQ(before.of(mover) & Bit(move.to()), 0u);
  });
  EXPECT_GT(castlings, 0);
}

TEST(Laws, ACaptureTakesTheSquareAndIsOneMove) {
  int captures = 0;
  PlayGames(4, [&captures](const Position& before, Move move, const Position& after) {
    const Color prey = Other(before.side());
    const bool capture = before.IsCapture(move);
    EXPECT_EQ(PiecesOf(after, prey), PiecesOf(before, prey) - (capture ? 1 : 0));
    if (!capture) return;
    ++captures;
    EXPECT_EQ(after.halfmove_clock(), 0);
    EXPECT_TRUE((after.of(before.side()) & Bit(move.to())) != 0);
    EXPECT_EQ(after.of(prey) & Bit(move.to()), 0u);
  });
  EXPECT_GT(captures, 100);
}

// A side's pieces of a kind grow by promotion alone, and then a pawn is gone.
TEST(Laws, WhatIsTakenNeverReturns) {
  PlayGames(5, [](const Position& before, Move move, const Position& after) {
    for (const Color color : {Color::kWhite, Color::kBlack}) {
      for (int type = 0; type < 6; ++type) {
        const auto kind = static_cast<PieceType>(type);
        const bool promoted = color == before.side() && move.promotion() == kind;
        EXPECT_LE(Count(after.of(color, kind)), Count(before.of(color, kind)) + (promoted ? 1 : 0));
      }
    }
    if (move.promotion() == PieceType::kNone) return;
    EXPECT_EQ(Count(after.of(before.side(), PieceType::kPawn)),
              Count(before.of(before.side(), PieceType::kPawn)) - 1);
  });
}

TEST(Laws, AllButPawnsCaptureAsTheyMove) {
  PlayGames(6, [](const Position& before, Move move, const Position&) {
    const PieceType type = TypeOf(before.at(move.from()));
    if (before.IsCastling(move) || type == PieceType::kPawn) return;
    const Bitboard reach = PieceAttacks(type, move.from(), before.occupied());
    EXPECT_TRUE((reach & Bit(move.to())) != 0) << ToUci(before, move);
  });
}

TEST(Laws, CastlingRightsOnceLostNeverReturn) {
  PlayGames(7, [](const Position& before, Move move, const Position& after) {
    for (const Color color : {Color::kWhite, Color::kBlack}) {
      const Bitboard lost = before.castling_rooks(color) & ~after.castling_rooks(color);
      EXPECT_EQ(after.castling_rooks(color) & ~before.castling_rooks(color), 0u);
      const bool king_moved = color == before.side() && move.from() == before.king(color);
      EXPECT_EQ(lost & ~(Bit(move.from()) | Bit(move.to())) & (king_moved ? 0 : ~Bitboard{0}), 0u)
          << ToUci(before, move);
    }
  });
}

TEST(Laws, TheKingNeverEndsOnAnAttackedSquare) {
  PlayGames(8, [](const Position& before, Move, const Position& after) {
    const Color mover = before.side();
    const Bitboard attacked = AllAttacks(after, Other(mover), after.occupied());
    EXPECT_EQ(attacked & after.of(mover, PieceType::kKing), 0u) << ToFen(after);
  });
}

// FIDE 3.1.2: a piece attacks a square even if moving there would expose its own king.
TEST(Laws, APinnedPieceStillBarsSquaresToTheKing) {
  // The bishop on e6 is pinned by the rook on e1, and yet c4 is closed to the king on b3.
  const Position position = *ParseFen("4k3/8/4b3/8/8/1K6/8/4R3 w - - 0 1");
  EXPECT_TRUE(position.Pinned(Color::kBlack) != 0);
  EXPECT_FALSE(ParseUci(position, "b3c4").ok());
  EXPECT_TRUE(ParseUci(position, "b3c3").ok());
}

// No palace and no river: from any square a lone piece comes to every square (a bishop to those of
// its colour).
TEST(Laws, NoPieceIsConfinedToAPartOfTheBoard) {
  for (const PieceType type : {PieceType::kKnight, PieceType::kBishop, PieceType::kRook,
                               PieceType::kQueen, PieceType::kKing}) {
    for (int from = 0; from < 64; ++from) {
      Bitboard reached = Bit(static_cast<Square>(from));
      for (Bitboard fresh = reached; fresh != 0;) {
        const Bitboard next = PieceAttacks(type, PopFirst(fresh), 0) & ~reached;
        reached |= next;
        fresh |= next;
      }
      EXPECT_EQ(Count(reached), type == PieceType::kBishop ? 32 : 64);
    }
  }
}

}  // namespace
}  // namespace rookery::chess
