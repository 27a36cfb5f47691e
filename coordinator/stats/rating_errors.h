// Standard errors of a rating list. Pure; one thread.
//
// The sandwich A^-1 B A^-1: A the curvature in the ratings, White's advantage and the draw
// parameter; B the variance of its slopes, of paired games as observed. Of other games B is what
// the model says: for kScoreLogistic, whose likelihood is no law of draws, the variance of scores
// on the draw curve D^2 = nu^2 W L with nu fitted to the number of draws; for the others their own
// curvature, so that without pairs the errors are those of the inverse curvature (BayesElo's
// covariance, with the two parameters in it). A loose anchor counts as a result in both.
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
  std::vector<double> sd;         // by player, Elo; negative where unknown
  double white_sd = 0;            // Elo
  int probes = 0;                 // with kProbed: each sd has the standard error 1 / sqrt(2 probes)
  std::vector<uint32_t> covered;  // see RatingTable
  std::vector<double> covariance;  // Elo^2, by `covered`
};

struct ErrorQuestion {
  const RatingInput& input;
  const RatingOptions& options;
  const std::vector<PlayerRating>& players;  // their status and group
  uint64_t seed = 1;
};

// The problem is at its maximum. Players outside of it have no error.
RatingErrors FindErrors(RatingProblem& problem, const ErrorQuestion& question);

}  // namespace rookery::stats
