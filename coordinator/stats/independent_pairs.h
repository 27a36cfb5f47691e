// What the pairs of a run would look like if the two games of a pair had nothing to do with each
// other: the yardstick beside a pentanomial. More DD or WL than that is the opening's doing, for
// one opening serves both games. Pure; any thread.
#pragma once

#include <array>

#include "coordinator/stats/counts.h"

namespace rookery::stats {

// Expected pairs by dev's points, in the order of Pentanomial; the same total. With wins w, draws d
// and losses l of a game, a pair's chances are l^2, 2ld, d^2 + 2wl, 2wd, w^2. The score is that of
// the counts, and d is the one under which the counts are most likely. All zero without pairs.
std::array<double, 5> IndependentPairs(const Pentanomial& counts);

}  // namespace rookery::stats
