// The LLR of a test as the Brownian motion that it nearly is: where the bounds lie as scores, how
// far it spreads from pair to pair, and by how much it jumps over a bound that is looked at only
// every few pairs. Pure functions; any thread.
//
// Sources: M. Van den Bergh, "Comments on normalized Elo"; D. Siegmund, "Sequential Analysis"
// (1985), ch. X, for the mean excess.
#pragma once

#include "coordinator/stats/sprt.h"

namespace rookery::stats {

struct LlrMotion {
  double score0 = 0.5;  // where elo0 and elo1 lie, for results that spread like these
  double score1 = 0.5;
  double score_variance = 0;  // of one observation
  double variance = 0;        // of the LLR, an observation

  // Of the LLR an observation, at a true score.
  double Drift(double score) const {
    return (score - (score0 + score1) / 2) * (score1 - score0) / score_variance;
  }
  // By how much it lies beyond a far bound, in the mean, when it is first found there: looks are
  // that many observations apart.
  double MeanExcess(double every) const;
};

// Of results that have that variance an observation, which is positive (CHECK).
LlrMotion MotionOf(const SprtBounds& bounds, double score_variance, double games_each);

}  // namespace rookery::stats
