// How much of a score counts in endgames that are hard or impossible to win. Pure; any thread.
#pragma once

#include "engine/chess/position.h"
#include "engine/eval/shape.h"

namespace rookery::eval {

// 64ths of the score that count when `strong` is ahead: 64 as a rule, 0 for a draw.
int EndgameScale(const chess::Position& position, chess::Color strong, const Shape& shape);

// Whether that can be anything but 64. By the numbers of men alone, so that the answer can be kept.
bool MayScale(const chess::Position& position, chess::Color strong);

// Two knights alone can't force mate, nor can bishops of one colour, nor anything less than a rook;
// pawns aside.
bool CannotForceMate(const chess::Position& position, chess::Color strong);

}  // namespace rookery::eval
