// How much the slopes of a rating list's likelihood vary from one set of results to another: B of
// its sandwich. Pure; one thread.
//
// Of paired games as observed. Of other games what the model says: for kScoreLogistic, whose
// likelihood is no law of draws, the variance of scores on the draw curve D^2 = nu^2 W L with nu
// fitted to the number of draws; for the others their own curvature, so that without pairs the
// errors are those of the inverse curvature (BayesElo's covariance).
#pragma once

#include <cstdint>
#include <vector>

#include "coordinator/stats/rating_solver.h"
#include "coordinator/stats/ratings.h"

namespace rookery::stats {

// One contribution to B: the variance of slopes along (first - second), along White's advantage,
// and along the draw parameter. In single games the first two are one; a pair's games share the
// difference, not the colour.
struct SlopeSpread {
  uint32_t first = 0;
  uint32_t second = 0;
  double difference = 0;
  double cross = 0;  // of difference and white
  double white = 0;
  double difference_draw = 0;
  double white_draw = 0;
  double draw = 0;
};

// All of B but the loose anchors. Of players who have played little, too little is known of how
// their results spread, and it is widened as that of a match is (error_spread.h), but never so far
// that games would make a player less sure than the prior alone. The problem is at its maximum and
// linearised there.
std::vector<SlopeSpread> SlopeSpreads(const RatingProblem& problem, const RatingInput& input,
                                      const std::vector<PlayerRating>& players);

// The share of draws between equals that explains as many draws as were played, given the fitted
// scores. The prior's draws are none of them.
double FitDrawRate(const RatingProblem& problem, const RatingInput& input);
// The variance of one game's score at expected score p on that curve.
double ScoreVariance(double p, double draw_rate_equal);

}  // namespace rookery::stats
