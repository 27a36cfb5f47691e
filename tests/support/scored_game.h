// Games of random moves with random scores, in which castling, en passant and promotions are taken
// gladly. Pure; the same generator gives the same games.
#pragma once

#include <vector>

#include "base/rng.h"
#include "engine/chess/movegen.h"
#include "engine/chess/position.h"

namespace rookery::test {

struct ScoredMove {
  chess::Move move;
  int score = 0;  // 16 bits, of the position before it
};

inline std::vector<ScoredMove> RandomMoves(chess::Position position, size_t most, Rng& rng) {
  std::vector<ScoredMove> played;
  while (played.size() < most) {
    chess::MoveList moves;
    chess::GenerateLegal(position, moves);
    if (moves.empty()) break;
    chess::Move chosen = moves[rng.Below(moves.size())];
    for (const chess::Move move : moves) {
      const bool special = position.IsCastling(move) || position.IsEnPassant(move) ||
                           move.promotion() != chess::PieceType::kNone;
      if (special && rng.Chance(0.3)) chosen = move;
    }
    const int wide = static_cast<int>(rng.Below(1 << 16)) - (1 << 15);
    played.push_back({chosen, rng.Chance(0.2) ? wide : wide % 300});
    position.Play(chosen);
  }
  return played;
}

}  // namespace rookery::test
