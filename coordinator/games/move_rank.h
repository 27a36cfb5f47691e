// A move as its place among the legal ones, the likely ones first: a small number nearly always, so
// that it packs into half a byte. The order is part of a stored format: it may never change; a
// better one would be another version of the block (game_block.h).
// Pure functions; any thread.
#pragma once

#include <optional>

#include "engine/chess/position.h"

namespace rookery::coordinator {

// `before`: the other side's last move, or none. Less than 256; nothing for an illegal move.
std::optional<int> RankOf(const chess::Position& position, chess::Move before, chess::Move move);
// Nothing if there are fewer legal moves.
std::optional<chess::Move> MoveAt(const chess::Position& position, chess::Move before, int rank);

}  // namespace rookery::coordinator
