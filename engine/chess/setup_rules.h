// Whether a position from outside can have arisen in a game, as far as one can tell quickly: each
// check returns InvalidArgument with the reason. Pure functions; any thread.
#pragma once

#include "absl/status/status.h"
#include "engine/chess/position.h"

namespace rookery::chess {

// One king each, at most 16 pieces and 8 pawns a side, no pawn on the first or last rank.
absl::Status CheckPieces(const Position::Setup& setup);
// A square behind an enemy pawn that has just moved two. After CheckPieces.
absl::Status CheckEnPassant(const Position::Setup& setup);
// The side that isn't to move is not in check; the checks to the other can have been given by one
// move. After the other two.
absl::Status CheckChecks(const Position::Setup& setup);

}  // namespace rookery::chess
