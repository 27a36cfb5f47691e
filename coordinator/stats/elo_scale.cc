#include "coordinator/stats/elo_scale.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/check.h"
#include "base/status.h"

namespace rookery::stats {
namespace {

constexpr double kEloPerLogit = 400 / std::numbers::ln10;

double Logit(double share) { return std::log(share / (1 - share)); }

}  // namespace

double EloToScore(double elo) { return 1 / (1 + std::exp(-elo / kEloPerLogit)); }

double ScoreToElo(double score) {
  ROOKERY_CHECK(score > 0 && score < 1);
  return kEloPerLogit * Logit(score);
}

double ScoreToEloClamped(double score) {
  return ScoreToElo(std::clamp(score, kScoreMargin, 1 - kScoreMargin));
}

WinLoss BayesToShares(const BayesElo& bayes) {
  return {.win = EloToScore(bayes.elo - bayes.draw_elo),
          .loss = EloToScore(-bayes.elo - bayes.draw_elo)};
}

absl::StatusOr<BayesElo> SharesToBayes(const WinLoss& shares) {
  if (!(shares.win > 0 && shares.loss > 0 && shares.win + shares.loss < 1)) {
    return InvalidArgument("shares: win {} and loss {} must be positive and leave room for draws",
                           shares.win, shares.loss);
  }
  return BayesElo{.elo = kEloPerLogit * (Logit(shares.win) - Logit(shares.loss)) / 2,
                  .draw_elo = -kEloPerLogit * (Logit(shares.win) + Logit(shares.loss)) / 2};
}

double BayesToLogistic(const BayesElo& bayes) {
  const WinLoss shares = BayesToShares(bayes);
  return ScoreToElo(0.5 + (shares.win - shares.loss) / 2);
}

double DrawElo(const Trinomial& games) {
  std::array<double, 3> counts{};
  for (size_t i = 0; i < counts.size(); ++i) {
    counts[i] = games[i] == 0 ? 1e-3 : static_cast<double>(games[i]);
  }
  // -(logit win + logit loss) / 2, in counts: no share is taken from 1, so nothing cancels and the
  // result is positive whatever the counts.
  const double total = counts[0] + counts[1] + counts[2];
  return kEloPerLogit / 2 * std::log1p(counts[1] / counts[0] * (total / counts[2]));
}

absl::StatusOr<BayesElo> LogisticToBayes(double elo, double draw_ratio) {
  const double score = EloToScore(elo);
  return SharesToBayes({.win = score - draw_ratio / 2, .loss = 1 - score - draw_ratio / 2});
}

}  // namespace rookery::stats
