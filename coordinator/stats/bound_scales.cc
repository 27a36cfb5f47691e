#include "coordinator/stats/bound_scales.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/check.h"
#include "base/status.h"
#include "coordinator/stats/elo_scale.h"

namespace rookery::stats {
namespace {

double ScoreOf(double elo, EloScale scale, const ScaleContext& context) {
  if (scale == EloScale::kLogistic) return EloToScore(elo);
  return 0.5 + elo / kNormalizedPerT * context.sigma_per_game;
}

// The law of BayesElo as loss, draw, win.
std::array<double, 3> BayesLaw(double elo, double draw_elo) {
  const WinLoss shares = BayesToShares({.elo = elo, .draw_elo = draw_elo});
  return {shares.loss, 1 - shares.loss - shares.win, shares.win};
}

}  // namespace

BoundOnScales OnAllScales(double elo, EloScale scale, const ScaleContext& context) {
  ROOKERY_CHECK(context.sigma_per_game > 0);
  BoundOnScales bound;
  if (scale == EloScale::kBayes) {
    bound.bayes = elo;
    if (!context.draw_ratio) return bound;
    // At equal strength the draw ratio fixes the draw elo.
    const absl::StatusOr<BayesElo> even = LogisticToBayes(0, *context.draw_ratio);
    if (!even.ok()) return bound;
    const WinLoss shares = BayesToShares({.elo = elo, .draw_elo = even->draw_elo});
    bound.score = 0.5 + (shares.win - shares.loss) / 2;
  } else {
    bound.score = ScoreOf(elo, scale, context);
  }
  bound.normalized = (*bound.score - 0.5) / context.sigma_per_game * kNormalizedPerT;
  if (*bound.score > 0 && *bound.score < 1) {
    bound.logistic = ScoreToElo(*bound.score);
  } else {
    bound.score.reset();
  }
  if (scale != EloScale::kBayes && bound.logistic && context.draw_ratio) {
    const absl::StatusOr<BayesElo> bayes = LogisticToBayes(*bound.logistic, *context.draw_ratio);
    if (bayes.ok()) bound.bayes = bayes->elo;
  }
  return bound;
}

absl::StatusOr<Sprt> CreateBayesSprt(const SprtBounds& bayes, double draw_elo) {
  SprtBounds bounds = bayes;
  bounds.model = EloModel::kLogistic;
  // Refuses what isn't on the scale before it is converted.
  if (absl::StatusOr<Sprt> raw = Sprt::Create(bounds); !raw.ok()) return raw;
  bounds.elo0 = BayesToLogistic({.elo = bayes.elo0, .draw_elo = draw_elo});
  bounds.elo1 = BayesToLogistic({.elo = bayes.elo1, .draw_elo = draw_elo});
  if (bounds.elo1 - bounds.elo0 < kLeastWidth) {
    return InvalidArgument(
        "elo1: with so many draws (draw elo {:.0f}) {} and {} BayesElo score alike; use another "
        "model",
        draw_elo, bayes.elo0, bayes.elo1);
  }
  return Sprt::Create(bounds);
}

absl::StatusOr<Sprt> CreateBayesSprt(const SprtBounds& bayes, const Trinomial& games) {
  return CreateBayesSprt(bayes, DrawElo(games));
}

absl::StatusOr<double> DrawEloOfPairs(const Pentanomial& pairs, double draw_ratio) {
  double score = 0.5;
  if (Total(pairs) > 0) {
    score = 0;
    for (size_t i = 0; i < pairs.size(); ++i) {
      score += static_cast<double>(pairs[i]) * static_cast<double>(i) / 4;
    }
    score /= static_cast<double>(Total(pairs));
  }
  const WinLoss shares{.win = score - draw_ratio / 2, .loss = 1 - score - draw_ratio / 2};
  const absl::StatusOr<BayesElo> bayes = SharesToBayes(shares);
  if (bayes.ok()) return bayes->draw_elo;
  return InvalidArgument(
      "draw_ratio: {} leaves no room for the pairs' score of {:.4f} a game; it must lie above 0 "
      "and "
      "below {:.4f}",
      draw_ratio, score, 2 * std::min(score, 1 - score));
}

double LegacyBayesLlr(const Trinomial& games, double elo0, double elo1) {
  if (Total(games) == 0) return 0;
  const double draw_elo = DrawElo(games);
  const std::array<double, 3> law0 = BayesLaw(elo0, draw_elo);
  const std::array<double, 3> law1 = BayesLaw(elo1, draw_elo);
  double llr = 0;
  for (size_t i = 0; i < games.size(); ++i) {
    const double count = games[i] == 0 ? 1e-3 : static_cast<double>(games[i]);
    // A draw elo of regularised cells may round a share to zero; such a cell says nothing.
    if (law0[i] > 0 && law1[i] > 0) llr += count * std::log(law1[i] / law0[i]);
  }
  return llr;
}

}  // namespace rookery::stats
