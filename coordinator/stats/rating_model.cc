#include "coordinator/stats/rating_model.h"

#include <algorithm>
#include <cmath>

namespace rookery::stats {
namespace {

double Sigmoid(double x) { return 1 / (1 + std::exp(-x)); }

// ln sigmoid(x), without overflow.
double LogSigmoid(double x) {
  return x > 0 ? -std::log1p(std::exp(-x)) : x - std::log1p(std::exp(x));
}

LikelihoodTerms ScoreLogistic(const Meeting& m, double x) {
  const double games = m.losses + m.draws + m.wins;
  const double score = m.wins + m.draws / 2;
  const double p = Sigmoid(x);
  LikelihoodTerms terms;
  terms.log_likelihood = score * LogSigmoid(x) + (games - score) * LogSigmoid(-x);
  terms.slope_x = score - games * p;
  terms.curvature_x = games * p * (1 - p);
  return terms;
}

LikelihoodTerms Davidson(const Meeting& m, double x, double log_nu) {
  const double games = m.losses + m.draws + m.wins;
  // Shares with the largest exponent taken out.
  const double top = std::max(std::abs(x) / 2, log_nu);
  const double win = std::exp(x / 2 - top);
  const double draw = std::exp(log_nu - top);
  const double loss = std::exp(-x / 2 - top);
  const double total = win + draw + loss;
  const double pw = win / total;
  const double pd = draw / total;
  const double pl = loss / total;
  LikelihoodTerms terms;
  terms.log_likelihood =
      (m.wins - m.losses) * x / 2 + m.draws * log_nu - games * (top + std::log(total));
  terms.slope_x = (m.wins - m.losses - games * (pw - pl)) / 2;
  terms.slope_draw = m.draws - games * pd;
  terms.curvature_x = games / 4 * (pw + pl - (pw - pl) * (pw - pl));
  terms.curvature_draw = games * pd * (1 - pd);
  terms.curvature_cross = -games / 2 * (pw - pl) * pd;
  return terms;
}

// win = sigmoid(x - delta), loss = sigmoid(-x - delta), draw = win loss (e^(2 delta) - 1).
LikelihoodTerms RaoKupper(const Meeting& m, double x, double delta) {
  const double not_lost = m.wins + m.draws;
  const double not_won = m.losses + m.draws;
  const double pw = Sigmoid(x - delta);
  const double pl = Sigmoid(-x - delta);
  const double room = std::expm1(2 * delta);
  LikelihoodTerms terms;
  terms.log_likelihood = not_lost * LogSigmoid(x - delta) + not_won * LogSigmoid(-x - delta) +
                         m.draws * std::log(room);
  terms.slope_x = not_lost * (1 - pw) - not_won * (1 - pl);
  terms.slope_draw = -not_lost * (1 - pw) - not_won * (1 - pl) + m.draws * 2 * (room + 1) / room;
  const double curve_w = not_lost * pw * (1 - pw);
  const double curve_l = not_won * pl * (1 - pl);
  terms.curvature_x = curve_w + curve_l;
  terms.curvature_draw = curve_w + curve_l + m.draws * 4 * (room + 1) / (room * room);
  terms.curvature_cross = curve_l - curve_w;
  return terms;
}

}  // namespace

LikelihoodTerms TermsOf(RatingModel model, const Meeting& meeting, double x, double draw) {
  switch (model) {
    case RatingModel::kDavidson:
      return Davidson(meeting, x, draw);
    case RatingModel::kRaoKupper:
      return RaoKupper(meeting, x, draw);
    case RatingModel::kScoreLogistic:
      break;
  }
  return ScoreLogistic(meeting, x);
}

double FirstDrawParameter(RatingModel model) {
  if (model == RatingModel::kRaoKupper) return 0.56;  // 97.3 Elo, BayesElo's default
  return 0;                                           // Davidson: nu = 1
}

}  // namespace rookery::stats
