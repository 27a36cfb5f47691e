// How far results spread, as errors are reckoned from it. Pure functions; any thread.
//
// A handful of pairs says little about its own spread: one pair, or five that ended alike, seem to
// have none, and an interval from that covers the truth in 20 to 90 % of cases instead of 95. Below
// kFewObservations the variance is therefore taken as if two more pairs had been seen, of games
// that are tosses of a coin (the widest that independent games of equals can be), and the interval
// by Student's law. It then covers at least 93 % from the first pair on, whatever the book, and too
// much (up to 100 %) where nearly all is drawn. From kFewObservations on both are the plain ones.
// Source: Student (1908); the prior's size is chosen by enumeration of all results of 1 to 20
// pairs.
#pragma once

#include <cstdint>

#include "coordinator/stats/law.h"

namespace rookery::stats {

inline constexpr int64_t kFewObservations = 30;

struct ErrorSpread {
  double variance = 0;  // of one observation's points
  double quantile = 0;  // standard errors to either end of a 95 % interval
  bool few = false;

  // That variance with which the normal law gives the same interval.
  double NormalVariance() const;
};

// At least one observation (CHECK).
ErrorSpread ErrorSpreadOf(const Sample& sample);

// The same for those who reckon with variances alone: that of so many observations is `observed`
// times the observed one and `coin` times that of coin tosses, so that the normal law gives the
// same interval. `unlike`: how many are no instances of the most common result. Where that is next
// to none, any number says little of its spread, so from kFewObservations on a sixth of the two
// pairs stays and fades as up to kEnoughUnlike differ; then 1 and 0. (A match's interval does
// without that: it is fishtest's from kFewObservations on.)
struct SpreadWeights {
  double observed = 1;
  double coin = 0;
};
inline constexpr double kEnoughUnlike = 10;
SpreadWeights SpreadWeightsOf(double observations, double unlike);

}  // namespace rookery::stats
