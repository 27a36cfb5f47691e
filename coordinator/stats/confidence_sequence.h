// An interval that may be looked at after every pair: the true score lies outside at any time,
// ever, with at most the stated probability. Wider than the interval of a fixed length, which
// is the price of looking: 1.85 times from 300 pairs on, 2.0 to 2.7 times at 100. Pure functions;
// any thread.
//
// A bettor who stakes the share lambda against a true mean m multiplies its capital by
// 1 + lambda (x - m) a pair and can't expect to gain; capital above 1/alpha refutes m (Ville).
// The capital is spread over shares of +-0.9 / 2^(k/2), so that no scale has to be chosen, and it
// depends on the counts alone, whatever their order. Exact for any law of points.
// Source: Waudby-Smith and Ramdas, "Estimating means of bounded random variables by betting".
#pragma once

#include <optional>

#include "coordinator/stats/counts.h"
#include "coordinator/stats/report.h"

namespace rookery::stats {

// Mean points a game, 0..1; the whole range without pairs. 0 < alpha < 1 (CHECK).
Interval AlwaysValidScore(const Pentanomial& counts, double alpha = 0.05);
// The same as logistic Elo within +-1200; none without pairs.
std::optional<Interval> AlwaysValidElo(const Pentanomial& counts, double alpha = 0.05);

}  // namespace rookery::stats
