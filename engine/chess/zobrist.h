// Zobrist numbers of positions (Zobrist 1970), computed at compile time from splitmix64, so they
// are the same in every build. Constants; any thread.
#pragma once

#include <array>
#include <cstdint>

#include "engine/chess/types.h"

namespace rookery::chess {

struct ZobristKeys {
  std::array<std::array<uint64_t, 64>, 12> piece{};
  std::array<uint64_t, 64> castling_rook{};
  std::array<uint64_t, 8> en_passant_file{};
  uint64_t black_to_move = 0;

  constexpr ZobristKeys() {
    uint64_t state = 0x526F6F6B65727921;
    const auto next = [&state] {
      state += 0x9E3779B97F4A7C15;
      uint64_t value = state;
      value = (value ^ value >> 30) * 0xBF58476D1CE4E5B9;
      value = (value ^ value >> 27) * 0x94D049BB133111EB;
      return value ^ value >> 31;
    };
    for (auto& squares : piece) {
      for (uint64_t& key : squares) key = next();
    }
    for (uint64_t& key : castling_rook) key = next();
    for (uint64_t& key : en_passant_file) key = next();
    black_to_move = next();
  }
};

inline constexpr ZobristKeys kZobrist;

}  // namespace rookery::chess
