// Legal moves. Pure functions; any thread.
#pragma once

#include <cstdint>

#include "engine/chess/position.h"

namespace rookery::chess {

// Appends to the list; only legal moves, promotions in the order queen, knight, rook, bishop.
void GenerateLegal(const Position& position, MoveList& moves);
// Captures (en passant included) and queen promotions.
void GenerateTactical(const Position& position, MoveList& moves);
// All the others; tactical and quiet together are exactly the legal moves.
void GenerateQuiet(const Position& position, MoveList& moves);

bool HasLegalMove(const Position& position);
int CountLegal(const Position& position);

// Leaves below `position`, with bulk counting at depth 1.
uint64_t Perft(const Position& position, int depth);

}  // namespace rookery::chess
