// What it costs a sequential test that pairs which it has looked at are taken out and played again.
// Pure functions; any thread.
//
// A test goes on because its path has stayed between the bounds. Pairs that replace others haven't
// gone through that: a path that they are put into ends beyond a bound oftener than alpha and beta
// allow. By how much at most: of L pairs looked at, m replaced, the factor is the probability of
// staying inside with those m under the other hypothesis over the one without, which rises to
// e^(m (1 - m / L) v / 2) as L grows, v being the variance of the LLR a pair. Bounds that lie its
// logarithm further out make up for it. Source: the decay of a Brownian motion between two bounds,
// pi^2 v / (2 width^2) + drift^2 / (2 v), at drift v / 2 and at v / 2 (1 - 2 m / L).
#pragma once

#include <cstdint>

#include "coordinator/stats/counts.h"
#include "coordinator/stats/sprt.h"

namespace rookery::stats {

// The most that a void costs. A path of nothing but new pairs errs with alpha at most, so whatever
// is replaced, what is wrong after it is then below e^-1 of alpha more than before.
inline constexpr double kMostPrice = 1;

// How much further apart either bound must be. counts: what shows the pairs' variance, those that
// were looked at. 0 <= replaced <= looked (CHECK).
double PriceOfReplacing(const Sprt& sprt, const Pentanomial& counts, int64_t replaced,
                        int64_t looked);

}  // namespace rookery::stats
