// A position of the four-nation game, and what moves do to it. Plain value of about 700 bytes,
// copied to try a move; one thread at a time. Moves must come from Generate (movegen.h).
#pragma once

#include <array>
#include <optional>

#include "engine/variant/board.h"
#include "engine/variant/types.h"

namespace rookery::variant {

// A double step that enemies may still take in passing.
struct DoubleStep {
  Square passed = kNoSquare;
  Square pawn = kNoSquare;

  bool operator==(const DoubleStep&) const = default;
};

struct Position {
  std::array<Piece, kSquares> pieces{};
  Seat turn = Seat::kSouth;
  std::array<std::array<bool, 2>, kSeats> castling{};   // [seat][short, long]
  std::array<DoubleStep, kSeats> double_steps{};        // by owner
  std::array<std::array<uint8_t, 4>, kSeats> fallen{};  // [seat][FallenIndex]
  int quiet_turns = 0;  // since the last capture, pawn move or coronation
  int round = 1;
  std::optional<Seat> lost_king;  // captured: its owner and the ally have lost

  Piece& at(Square square) { return pieces[static_cast<size_t>(square)]; }
  const Piece& at(Square square) const { return pieces[static_cast<size_t>(square)]; }
};

Position StartPosition(const Board& board);

void Play(const Board& board, const Move& move, Position& position);
// For a player without a move.
void Pass(Position& position);

// Alike in all but the two counters: what counts for repetition.
bool IsSame(const Position& a, const Position& b);

}  // namespace rookery::variant
