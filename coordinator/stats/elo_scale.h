// The scales on which strength is said. Pure functions; any thread.
//
// Logistic Elo: score = 1 / (1 + 10^(-elo / 400)). Normalised Elo: (score - 1/2) / sigma of a game,
// times 800 / ln 10, so that both agree for sigma = 1/2. BayesElo: win = 1 / (1 +
// 10^((drawelo - elo) / 400)), loss likewise, draw the rest.
// Source: M. Van den Bergh, "Normalized Elo"; R. Coulom, "BayesElo".
#pragma once

#include "absl/status/statusor.h"
#include "coordinator/stats/counts.h"

namespace rookery::stats {

// 800 / ln 10: points of normalised Elo for each unit of t = (score - 1/2) / sigma.
inline constexpr double kNormalizedPerT = 347.43558552260146;
// Scores are kept this far inside (0, 1) before they become Elo, so no figure is infinite.
inline constexpr double kScoreMargin = 1e-3;

double EloToScore(double elo);
// 0 < score < 1 (CHECK).
double ScoreToElo(double score);
// The same with the score clamped to [kScoreMargin, 1 - kScoreMargin].
double ScoreToEloClamped(double score);

struct BayesElo {
  double elo = 0;
  double draw_elo = 0;
};
struct WinLoss {
  double win = 0;
  double loss = 0;
};

WinLoss BayesToShares(const BayesElo& bayes);
// InvalidArgument unless 0 < win, 0 < loss, win + loss < 1.
absl::StatusOr<BayesElo> SharesToBayes(const WinLoss& shares);
// The logistic Elo of a BayesElo difference at this draw elo.
double BayesToLogistic(const BayesElo& bayes);
// The draw elo that the games show; zero counts are regularised, so it is always finite.
double DrawElo(const Trinomial& games);
// The BayesElo difference that scores as this logistic Elo does, at the given share of draws
// (0 < draw_ratio < 1). InvalidArgument if no win or loss would be left.
absl::StatusOr<BayesElo> LogisticToBayes(double elo, double draw_ratio);

}  // namespace rookery::stats
