#include "worker/match/packed_moves.h"

#include <cstddef>
#include <cstdint>

namespace rookery::worker {

std::string PackMoves(const std::vector<chess::Move>& moves) {
  std::string packed;
  packed.reserve(moves.size() * 2);
  for (const chess::Move move : moves) {
    packed.push_back(static_cast<char>(move.bits() & 0xFF));
    packed.push_back(static_cast<char>(move.bits() >> 8));
  }
  return packed;
}

std::vector<chess::Move> UnpackMoves(std::string_view packed) {
  std::vector<chess::Move> moves;
  moves.reserve(packed.size() / 2);
  for (size_t i = 0; i + 1 < packed.size(); i += 2) {
    moves.push_back(chess::Move::FromBits(static_cast<uint16_t>(
        static_cast<uint8_t>(packed[i]) | static_cast<uint8_t>(packed[i + 1]) << 8)));
  }
  return moves;
}

}  // namespace rookery::worker
