// Standard errors of a rating list. Pure; one thread.
//
// The sandwich A^-1 B A^-1: A the curvature in the ratings, White's advantage and the draw
// parameter; B the variance of its slopes (rating_spread). A loose anchor counts as a result in
// both.
#pragma once

#include <cstdint>
#include <vector>

#include "coordinator/stats/rating_spread.h"

namespace rookery::stats {

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
