// Static exchange evaluation: what a move wins or loses if both sides go on capturing on its target
// with their cheapest piece. Pure; any thread.
#pragma once

#include "engine/chess/position.h"
#include "engine/search/constants.h"

namespace rookery::search {

// Whether the exchange brings at least `threshold` centipawns to the mover. Castling counts as 0.
bool ExchangeAtLeast(const chess::Position& position, chess::Move move, int threshold,
                     const Constants& constants);

}  // namespace rookery::search
