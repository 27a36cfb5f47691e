#include "coordinator/stats/llr_motion.h"

#include <cmath>

#include "base/check.h"
#include "coordinator/stats/elo_scale.h"

namespace rookery::stats {
namespace {

// -zeta(1/2) / sqrt(2 pi): the mean excess of a normal walk over a far bound, in steps' deviations.
constexpr double kMeanExcess = 0.5825971579390106;

double Score(const SprtBounds& bounds, double elo, double sigma_per_game) {
  if (bounds.model == EloModel::kLogistic) return EloToScore(elo);
  return 0.5 + elo / kNormalizedPerT * sigma_per_game;
}

}  // namespace

double LlrMotion::MeanExcess(double every) const {
  return kMeanExcess * std::sqrt(variance * every);
}

LlrMotion MotionOf(const SprtBounds& bounds, double score_variance, double games_each) {
  ROOKERY_CHECK(score_variance > 0);
  const double sigma_per_game = std::sqrt(games_each * score_variance);
  LlrMotion motion;
  motion.score0 = Score(bounds, bounds.elo0, sigma_per_game);
  motion.score1 = Score(bounds, bounds.elo1, sigma_per_game);
  motion.score_variance = score_variance;
  const double width = motion.score1 - motion.score0;
  motion.variance = width * width / score_variance;
  return motion;
}

}  // namespace rookery::stats
