// Positions in which nobody can be mated any more, and who could still mate. Pure functions; any
// thread.
#pragma once

#include "engine/chess/position.h"

namespace rookery::chess {

// Whether no series of legal moves leads to mate (FIDE 5.2.2). True is proven; false may miss
// positions that only a long search would prove. Found are: bare kings, one knight, bishops of one
// square colour; walls of locked pawns (engine/chess/fortress.h); and captures, or stalemate, that
// few pieces are forced into. Costs a few comparisons in an ordinary position.
bool IsDeadPosition(const Position& position);

// The first of these alone: the material with which nobody can mate, however pieces stand.
bool IsInsufficientMaterial(const Position& position);

// Whether `color` could mate with its material if the other side helped (FIDE 6.9: when the other
// side's flag falls). By material alone, so true may be too kind.
bool CanMate(const Position& position, Color color);

}  // namespace rookery::chess
