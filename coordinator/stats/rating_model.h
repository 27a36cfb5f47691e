// What one meeting adds to the likelihood of a rating list, by model. In natural units: a
// difference of ratings is a logit, 400 / ln 10 Elo. Pure; any thread.
#pragma once

#include <numbers>

#include "coordinator/stats/ratings.h"

namespace rookery::stats {

inline constexpr double kEloPerNatural = 400 / std::numbers::ln10;

// Derivatives by x, White's advantage over Black with all counted in, and by the draw parameter
// (Davidson: ln nu; Rao-Kupper: delta; score-logistic: none, all zero). Curvatures are those of
// the negative log likelihood, so they are positive.
struct LikelihoodTerms {
  double log_likelihood = 0;
  double slope_x = 0;
  double slope_draw = 0;
  double curvature_x = 0;
  double curvature_draw = 0;
  double curvature_cross = 0;
};

LikelihoodTerms TermsOf(RatingModel model, const Meeting& meeting, double x, double draw);

// Where a fit of the draw parameter begins.
double FirstDrawParameter(RatingModel model);

}  // namespace rookery::stats
