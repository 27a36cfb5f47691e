// How much of a score counts in endgames that are hard or impossible to win. Pure; any thread.
#pragma once

#include "engine/chess/position.h"

namespace rookery::eval {

// 64ths of the score that count when `strong` is ahead: 64 as a rule, 0 for a draw.
int EndgameScale(const chess::Position& position, chess::Color strong);

}  // namespace rookery::eval
