// Counting a position's lines move by move (perft), so that it can be broken off at any depth.
// Pure; any thread.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "engine/chess/position.h"

namespace rookery::uci {

// Calls `on_move` after each legal move with its lines of the given depth, and gives their sum.
// Nothing if `stopped` said so: it is asked every few milliseconds. depth: 1 and more.
std::optional<uint64_t> CountByMove(const chess::Position& position, int depth,
                                    const std::function<bool()>& stopped,
                                    const std::function<void(chess::Move, uint64_t)>& on_move);

}  // namespace rookery::uci
