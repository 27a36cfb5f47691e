// A move in 16 bits, and a list of moves on the stack. Any thread.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "engine/chess/types.h"

namespace rookery::chess {

// from (6 bits), to (6 bits), promotion (3 bits: 0 none, 1 knight, 2 bishop, 3 rook, 4 queen).
// Castling is the king onto its own rook's square, which is unambiguous in Chess960 too. These
// bits are stored and sent (proto Game.moves): never change them.
class Move {
 public:
  constexpr Move() = default;
  constexpr Move(Square from, Square to, PieceType promotion = PieceType::kNone)
      : bits_(static_cast<uint16_t>(Index(from) | Index(to) << 6 |
                                    (promotion == PieceType::kNone ? 0 : Index(promotion)) << 12)) {
  }
  static constexpr Move FromBits(uint16_t bits) {
    Move move;
    move.bits_ = bits;
    return move;
  }

  constexpr Square from() const { return static_cast<Square>(bits_ & 63); }
  constexpr Square to() const { return static_cast<Square>(bits_ >> 6 & 63); }
  constexpr PieceType promotion() const {
    const int value = bits_ >> 12 & 7;
    return value == 0 ? PieceType::kNone : static_cast<PieceType>(value);
  }
  constexpr uint16_t bits() const { return bits_; }
  // No move: a1a1.
  constexpr bool none() const { return bits_ == 0; }
  constexpr bool operator==(const Move&) const = default;

 private:
  uint16_t bits_ = 0;
};

// No legal chess position has more than 218 moves.
class MoveList {
 public:
  void Add(Move move) { moves_[size_++] = move; }
  void Clear() { size_ = 0; }
  // Keeps the first `size`, of at least so many.
  void Truncate(size_t size) { size_ = size; }
  size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  Move operator[](size_t index) const { return moves_[index]; }
  Move& operator[](size_t index) { return moves_[index]; }
  const Move* begin() const { return moves_.data(); }
  const Move* end() const { return moves_.data() + size_; }

 private:
  std::array<Move, 256> moves_;
  size_t size_ = 0;
};

}  // namespace rookery::chess
