// Standard errors of a rating list. Pure; one thread.
//
// kScoreLogistic: the sandwich A^-1 B A^-1, A the curvature, B the variance of the scores: of
// paired games as observed, of others by the draw curve D^2 = nu^2 W L with nu fitted to the
// number of draws. The other models: the inverse curvature, white advantage and draw parameter
// included.
#pragma once

#include <cstdint>
#include <vector>

#include "coordinator/stats/rating_solver.h"

namespace rookery::stats {

// The share of draws between equals that explains as many draws as there were, given the fitted
// scores.
double FitDrawRate(const RatingProblem& problem);
// The variance of one game's score at expected score p on that curve.
double ScoreVariance(double p, double draw_rate_equal);

struct RatingErrors {
  ErrorKind kind = ErrorKind::kNone;
  std::vector<double> sd;          // by player, Elo; negative where unknown
  double white_sd = 0;             // Elo
  std::vector<uint32_t> covered;   // with kExact
  std::vector<double> covariance;  // Elo^2, by `covered`
};

// `group` by player; players outside the problem have none. The problem is at its maximum.
RatingErrors FindErrors(RatingProblem& problem, const RatingInput& input,
                        const std::vector<PlayerRating>& players, uint64_t seed);

}  // namespace rookery::stats
