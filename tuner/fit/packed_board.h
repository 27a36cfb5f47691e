// What the binary formats share: whole numbers of some bytes, and a board that is filled square by
// square and becomes a position by FEN's own checks. Pure; any thread.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "absl/status/statusor.h"
#include "engine/chess/position.h"

namespace rookery::fit {

// The whole number of `count` bytes, at most 8, at an offset.
uint64_t LittleEndian(std::span<const uint8_t> bytes, size_t offset, size_t count);
uint64_t BigEndian(std::span<const uint8_t> bytes, size_t offset, size_t count);

class PackedBoard {
 public:
  PackedBoard() { letters_.fill(kEmpty); }

  void Put(int square, chess::Color color, chess::PieceType type);
  void AddCastling(chess::Color color, int file);  // of the rook

  chess::Color side = chess::Color::kWhite;
  chess::Square en_passant = chess::Square::kNone;
  uint64_t halfmove_clock = 0;
  uint64_t move_number = 1;

  // InvalidArgument says what is no position.
  absl::StatusOr<chess::Position> ToPosition() const;

 private:
  static constexpr char kEmpty = ' ';
  std::string PlacementText() const;

  std::array<char, 64> letters_;  // of a FEN
  std::string castling_;          // as Shredder-FEN; empty for none
};

}  // namespace rookery::fit
