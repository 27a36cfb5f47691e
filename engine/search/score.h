// What scores and depths the search works with. Constants; any thread.
#pragma once

#include "engine/search/engine.h"

namespace rookery::search {

inline constexpr int kMaxPly = 120;       // deepest line, extensions and quiescence included
inline constexpr int kInfinite = 32'500;  // beyond every score
inline constexpr int kNoScore = 32'600;   // no evaluation, because the side is in check
inline constexpr int kDrawScore = 0;
// Of an evaluation, whatever the weights: nearer to a win scores count plies.
inline constexpr int kMostEvaluation = kTableWin - 2 * kMaxPly - 1;

constexpr int MatedIn(int ply) { return -kMateScore + ply; }
constexpr int MateIn(int ply) { return kMateScore - ply; }
constexpr bool IsMate(int score) { return score > kMateBound || score < -kMateBound; }

}  // namespace rookery::search
