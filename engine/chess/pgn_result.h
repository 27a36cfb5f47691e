// Whether what a game says of its result agrees: the word behind its moves, the Result tag, and the
// position on the board. The reader takes games whatever they say (the import format is lenient);
// this is for whoever checks files. Pure; any thread.
#pragma once

#include <optional>

#include "engine/chess/pgn.h"

namespace rookery::chess {

// The first fault of a game that was read, at the place of its result; none if all agrees. A game
// without a result behind its moves is one: a file that was cut off ends like that.
std::optional<PgnError> FindResultFault(const PgnGame& game);

}  // namespace rookery::chess
