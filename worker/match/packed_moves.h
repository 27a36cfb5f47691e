// Moves as they are sent, stored and hashed: two bytes each, little-endian (proto Game.moves).
// Pure functions; any thread.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/chess/move.h"

namespace rookery::worker {

std::string PackMoves(const std::vector<chess::Move>& moves);
// An odd last byte is left out.
std::vector<chess::Move> UnpackMoves(std::string_view packed);

}  // namespace rookery::worker
