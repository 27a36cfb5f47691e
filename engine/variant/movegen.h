// The moves of the four-nation game. There is no duty to answer a check, so every move that the
// pieces allow is legal. Pure; any thread.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/variant/board.h"
#include "engine/variant/position.h"

namespace rookery::variant {

// Replaces `moves` by all legal moves, each once, in the order of their starting squares. Empty
// once a king is lost, and where the player must pass.
void Generate(const Board& board, const Position& position, std::vector<Move>& moves);

// Whether that seat could capture an enemy that stood on the square.
bool Attacks(const Board& board, const Position& position, Seat seat, Square square);

// Leaves of the tree of that depth; a pass takes a level, and a lost king ends its branch.
uint64_t Perft(const Board& board, const Position& position, int depth);

}  // namespace rookery::variant
