// Proof that walls of pawns keep both sides from ever mating. Pure; any thread.
//
// Every pawn stands before a pawn that can't move either. Only such pawns stop pieces for good, so
// the squares that a piece might ever come to are overestimated: it slides through everything but
// pawns, and a king avoids only what pawns attack. If then no pawn can ever be taken or take, and
// no placement of kings and pieces on their squares is mate, the position is dead. Whatever the
// estimate can't exclude counts as possible, so "true" is a proof and "false" says nothing.
#pragma once

#include "engine/chess/position.h"

namespace rookery::chess {

// A handful of comparisons where more than two pieces stand beside kings and pawns, or a pawn may
// move; a proof takes up to half a millisecond.
bool IsFortress(const Position& position);

}  // namespace rookery::chess
