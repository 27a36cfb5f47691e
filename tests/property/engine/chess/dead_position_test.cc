// Dead positions against a slow twin: a search of every position that can be reached, for any mate.
#include "engine/chess/dead_position.h"

#include <gtest/gtest.h>

#include <unordered_set>
#include <vector>

#include "base/rng.h"
#include "engine/chess/movegen.h"
#include "engine/chess/notation.h"

namespace rookery::chess {
namespace {

// Whether some series of legal moves leads to mate; nullopt if the positions are too many.
std::optional<bool> MateReachable(const Position& start, size_t max_positions) {
  std::unordered_set<uint64_t> seen = {start.key()};
  std::vector<Position> open = {start};
  while (!open.empty()) {
    const Position position = open.back();
    open.pop_back();
    MoveList moves;
    GenerateLegal(position, moves);
    if (moves.empty() && position.in_check()) return true;
    for (const Move move : moves) {
      Position after = position;
      after.Play(move);
      if (!seen.insert(after.key()).second) continue;
      if (seen.size() > max_positions) return std::nullopt;
      open.push_back(after);
    }
  }
  return false;
}

std::optional<Position> RandomPosition(Rng& rng, const std::vector<Piece>& pieces) {
  Position::Setup setup;
  setup.board.fill(Piece::kNone);
  for (const Piece piece : pieces) {
    uint64_t square = rng.Below(64);
    while (setup.board[square] != Piece::kNone) square = rng.Below(64);
    setup.board[square] = piece;
  }
  setup.side = rng.Chance(0.5) ? Color::kWhite : Color::kBlack;
  const auto position = ParseFen(ToFen(Position(setup)));
  return position.ok() ? std::optional(*position) : std::nullopt;
}

Piece White(PieceType type) { return MakePiece(Color::kWhite, type); }
Piece Black(PieceType type) { return MakePiece(Color::kBlack, type); }

TEST(DeadPosition, AgreesWithASearchOfEverythingOnRandomSmallMaterial) {
  Rng rng(7);
  int dead = 0;
  for (int round = 0; round < 12; ++round) {
    constexpr std::array<PieceType, 2> kHeavy = {PieceType::kRook, PieceType::kQueen};
    const PieceType type = round == 0 ? PieceType::kKnight : kHeavy[rng.Below(2)];
    const std::optional<Position> position =
        RandomPosition(rng, {White(PieceType::kKing), Black(PieceType::kKing),
                             rng.Chance(0.5) ? White(type) : Black(type)});
    if (!position.has_value()) continue;
    const std::optional<bool> mate = MateReachable(*position, 1'000'000);
    ASSERT_TRUE(mate.has_value());
    EXPECT_EQ(IsDeadPosition(*position), !*mate) << ToFen(*position);
    dead += IsDeadPosition(*position) ? 1 : 0;
  }
  EXPECT_GT(dead, 0);
}

// Walls of pawns file by file: what is called dead is, by a search of all that can be reached.
TEST(DeadPosition, CallsNoWallDeadThatAKingCanPass) {
  Rng rng(8);
  int dead = 0;
  for (int round = 0; round < 3000; ++round) {
    Position::Setup setup;
    setup.board.fill(Piece::kNone);
    for (int file = 0; file < 8; ++file) {
      if (rng.Chance(0.12)) continue;
      const int rank = 2 + static_cast<int>(rng.Below(3));
      setup.board[Index(MakeSquare(file, rank))] = White(PieceType::kPawn);
      setup.board[Index(MakeSquare(file, rank + 1))] = Black(PieceType::kPawn);
    }
    setup.board[rng.Below(16)] = White(PieceType::kKing);
    setup.board[48 + rng.Below(16)] = Black(PieceType::kKing);
    const auto position = ParseFen(ToFen(Position(setup)));
    if (!position.ok() || !IsDeadPosition(*position)) continue;
    ++dead;
    EXPECT_EQ(MateReachable(*position, 100'000), std::optional(false)) << ToFen(*position);
  }
  EXPECT_GT(dead, 10);
}

// The same with one or two pieces behind the walls: no wall is called dead through which a mate is
// found, and every proof is checked as far as a bounded search reaches.
TEST(DeadPosition, CallsNoWallDeadThatAPieceCanBreak) {
  Rng rng(9);
  int dead = 0;
  int whole = 0;  // searched to the end
  for (int round = 0; round < 20'000 && dead < 60; ++round) {
    Position::Setup setup;
    setup.board.fill(Piece::kNone);
    const uint64_t first = rng.Below(2);
    const int rank = 2 + static_cast<int>(rng.Below(3));
    for (uint64_t file = 0; file < 8; ++file) {
      if (file % 2 != first && rng.Chance(0.6)) continue;
      if (rng.Chance(0.05)) continue;
      setup.board[Index(MakeSquare(static_cast<int>(file), rank))] = White(PieceType::kPawn);
      setup.board[Index(MakeSquare(static_cast<int>(file), rank + 1))] = Black(PieceType::kPawn);
    }
    for (uint64_t n = 1 + rng.Below(2); n > 0; --n) {
      constexpr std::array<PieceType, 5> kTypes = {PieceType::kBishop, PieceType::kBishop,
                                                   PieceType::kBishop, PieceType::kKnight,
                                                   PieceType::kRook};
      const uint64_t square = rng.Below(64);
      if (setup.board[square] != Piece::kNone) continue;
      const PieceType type = kTypes[rng.Below(kTypes.size())];
      setup.board[square] = rng.Chance(0.5) ? White(type) : Black(type);
    }
    setup.board[rng.Below(8)] = White(PieceType::kKing);
    setup.board[56 + rng.Below(8)] = Black(PieceType::kKing);
    setup.side = rng.Chance(0.5) ? Color::kWhite : Color::kBlack;
    const auto position = ParseFen(ToFen(Position(setup)));
    if (!position.ok() || !IsDeadPosition(*position)) continue;
    ++dead;
    const std::optional<bool> mate = MateReachable(*position, 60'000);
    EXPECT_NE(mate, std::optional(true)) << ToFen(*position);
    whole += mate.has_value() ? 1 : 0;
  }
  EXPECT_GT(dead, 20);
  EXPECT_GT(whole, 5);
}

}  // namespace
}  // namespace rookery::chess
