// A bound of a test said on each scale, and tests whose bounds are BayesElo.
// Pure functions; any thread.
#pragma once

#include <optional>

#include "absl/status/statusor.h"
#include "coordinator/stats/counts.h"
#include "coordinator/stats/sprt.h"

namespace rookery::stats {

enum class EloScale { kNormalized, kLogistic, kBayes };

// What turns one scale into another: it depends on the results, so conversions do too.
struct ScaleContext {
  double sigma_per_game = 0.5;  // positive
  std::optional<double> draw_ratio =
      std::nullopt;  // of games; without it nothing is said in BayesElo
};

struct BoundOnScales {
  std::optional<double> score;  // none if it would leave (0, 1): no results score so
  std::optional<double> normalized;
  std::optional<double> logistic;  // none likewise
  std::optional<double> bayes;     // none if the draws leave no room for it
};

BoundOnScales OnAllScales(double elo, EloScale scale, const ScaleContext& context);

// Bounds given as BayesElo, as logistic ones at the games' draw elo (DrawElo, or DrawEloOfPairs).
// InvalidArgument for what Sprt::Create refuses.
absl::StatusOr<Sprt> CreateBayesSprt(const SprtBounds& bayes, const Trinomial& games);
absl::StatusOr<Sprt> CreateBayesSprt(const SprtBounds& bayes, double draw_elo);

// The draw elo of games of which only the pairs and the share of draws are known; of equals without
// pairs. InvalidArgument if games with so many draws can't score as the pairs do.
absl::StatusOr<double> DrawEloOfPairs(const Pentanomial& pairs, double draw_ratio);

// The LLR of published results before 2020: sum of counts times ln(P1 / P0), where P0 and P1 are
// the BayesElo laws at the draw elo of the games. Finite for any counts; 0 without games.
double LegacyBayesLlr(const Trinomial& games, double elo0, double elo1);

}  // namespace rookery::stats
