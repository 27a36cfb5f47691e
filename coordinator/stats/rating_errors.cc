#include "coordinator/stats/rating_errors.h"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <utility>

#include "base/rng.h"
#include "coordinator/stats/normal.h"
#include "coordinator/stats/root.h"

namespace rookery::stats {
namespace {

double Sigmoid(double x) { return 1 / (1 + std::exp(-x)); }

// The share of draws on the curve; c = ((1 - d) / d)^2 for the share d between equals.
double DrawShare(double p, double draw_rate_equal) {
  const double odds = (1 - draw_rate_equal) / draw_rate_equal;
  const double pq = p * (1 - p);
  return 4 * pq / (1 + std::sqrt(std::max(0.0, 1 + 4 * (odds * odds - 1) * pq)));
}

// One contribution to B: the variance of slopes along (first - second), along White's advantage,
// and along the draw parameter. In single games the first two are one; a pair's games share the
// difference, not the colour.
struct SlopeSpread {
  uint32_t first = 0;
  uint32_t second = 0;
  double difference = 0;
  double cross = 0;  // of difference and white
  double white = 0;
  double difference_draw = 0;
  double white_draw = 0;
  double draw = 0;
};

// The slopes that one game's result gives, by White's result: loss, draw, win.
struct GameSlopes {
  double x[3] = {};
  double draw[3] = {};
};

GameSlopes SlopesOf(const RatingProblem& problem, uint32_t white, uint32_t black) {
  GameSlopes slopes;
  Meeting meeting{.white = white, .black = black};
  const double x = problem.Difference(meeting);
  double* const counts[] = {&meeting.losses, &meeting.draws, &meeting.wins};
  for (int result = 0; result < 3; ++result) {
    *counts[result] = 1;
    const LikelihoodTerms terms =
        TermsOf(problem.model(), meeting, x, problem.at[problem.draw_index()]);
    *counts[result] = 0;
    slopes.x[result] = terms.slope_x;
    slopes.draw[result] = terms.slope_draw;
  }
  return slopes;
}

SlopeSpread SpreadOfPairs(const RatingProblem& problem, const PairedMeeting& pair) {
  const GameSlopes with_white = SlopesOf(problem, pair.first, pair.second);
  const GameSlopes with_black = SlopesOf(problem, pair.second, pair.first);
  SlopeSpread spread{.first = pair.first, .second = pair.second};
  for (int w = 0; w < 3; ++w) {
    for (int b = 0; b < 3; ++b) {
      // In the second game White is the other one, so its result is the opposite of `first`'s.
      const double along = with_white.x[w] - with_black.x[2 - b];
      const double colour = with_white.x[w] + with_black.x[2 - b];
      const double draw = with_white.draw[w] + with_black.draw[2 - b];
      spread.difference += pair.counts[w][b] * along * along;
      spread.cross += pair.counts[w][b] * along * colour;
      spread.white += pair.counts[w][b] * colour * colour;
      spread.difference_draw += pair.counts[w][b] * along * draw;
      spread.white_draw += pair.counts[w][b] * colour * draw;
      spread.draw += pair.counts[w][b] * draw * draw;
    }
  }
  return spread;
}

// Games of a meeting that belong to no pair, as the model sees them.
SlopeSpread SpreadOfGames(const RatingProblem& problem, size_t meeting, double games,
                          double draw_rate_equal) {
  const Meeting& m = problem.meetings()[meeting];
  SlopeSpread spread{.first = m.white, .second = m.black};
  if (problem.model() == RatingModel::kScoreLogistic) {
    const double variance = games * ScoreVariance(Sigmoid(problem.Difference(m)), draw_rate_equal);
    spread.difference = spread.cross = spread.white = variance;
    return spread;
  }
  const LikelihoodTerms& terms = problem.terms()[meeting];
  const double share = games / (m.losses + m.draws + m.wins);
  spread.difference = spread.cross = spread.white = share * terms.curvature_x;
  spread.difference_draw = spread.white_draw = share * terms.curvature_cross;
  spread.draw = share * terms.curvature_draw;
  return spread;
}

// All of B but the loose anchors.
std::vector<SlopeSpread> SlopeSpreads(const RatingProblem& problem, const ErrorQuestion& question) {
  const auto rated = [&](uint32_t player) {
    return question.players[player].status == PlayerStatus::kRated;
  };
  const double draw_rate_equal =
      problem.model() == RatingModel::kScoreLogistic ? FitDrawRate(problem) : 0;
  std::vector<SlopeSpread> spreads;
  std::map<std::pair<uint32_t, uint32_t>, double> paired;  // games by (white, black)
  for (const PairedMeeting& pair : question.input.pairs) {
    if (!rated(pair.first) || !rated(pair.second)) continue;
    spreads.push_back(SpreadOfPairs(problem, pair));
    double total = 0;
    for (const auto& row : pair.counts) total += row[0] + row[1] + row[2];
    paired[{pair.first, pair.second}] += total;
    paired[{pair.second, pair.first}] += total;
  }
  for (size_t k = 0; k < problem.meetings().size(); ++k) {
    const Meeting& m = problem.meetings()[k];
    double games = m.losses + m.draws + m.wins;
    if (!paired.empty()) {
      const auto found = paired.find({m.white, m.black});
      if (found != paired.end()) games = std::max(0.0, games - found->second);
    }
    spreads.push_back(SpreadOfGames(problem, k, games, draw_rate_equal));
  }
  return spreads;
}

// Positions of the free coordinates in the dense matrices.
struct Places {
  std::vector<int> of;  // by coordinate; -1 if it doesn't move
  int size = 0;
};

Places FreePlaces(const RatingProblem& problem, const std::vector<PlayerRating>& players) {
  Places places;
  places.of.assign(problem.size(), -1);
  for (size_t i = 0; i < problem.size(); ++i) {
    const bool player = i < problem.players();
    if (!problem.free[i] || (player && players[i].status != PlayerStatus::kRated)) continue;
    places.of[i] = places.size++;
  }
  return places;
}

void AddProduct(Eigen::MatrixXd& matrix, int a, int b, double value) {
  if (a < 0 || b < 0) return;
  matrix(a, b) += value;
  if (a != b) matrix(b, a) += value;
}

void AddPulls(const RatingProblem& problem, const Places& places, Eigen::MatrixXd& matrix) {
  for (const Pull& pull : problem.pulls) {
    AddProduct(matrix, places.of[pull.coordinate], places.of[pull.coordinate], pull.precision);
  }
}

Eigen::MatrixXd CurvatureMatrix(const RatingProblem& problem, const Places& places) {
  Eigen::MatrixXd matrix = Eigen::MatrixXd::Zero(places.size, places.size);
  const int white = places.of[problem.white_index()];
  const int draw = places.of[problem.draw_index()];
  for (size_t k = 0; k < problem.meetings().size(); ++k) {
    const LikelihoodTerms& t = problem.terms()[k];
    const int i = places.of[problem.meetings()[k].white];
    const int j = places.of[problem.meetings()[k].black];
    AddProduct(matrix, i, i, t.curvature_x);
    AddProduct(matrix, j, j, t.curvature_x);
    AddProduct(matrix, i, j, -t.curvature_x);
    AddProduct(matrix, i, white, t.curvature_x);
    AddProduct(matrix, j, white, -t.curvature_x);
    AddProduct(matrix, white, white, t.curvature_x);
    AddProduct(matrix, i, draw, t.curvature_cross);
    AddProduct(matrix, j, draw, -t.curvature_cross);
    AddProduct(matrix, white, draw, t.curvature_cross);
    AddProduct(matrix, draw, draw, t.curvature_draw);
  }
  AddPulls(problem, places, matrix);
  return matrix;
}

Eigen::MatrixXd SlopeMatrix(const RatingProblem& problem, const Places& places,
                            const std::vector<SlopeSpread>& spreads) {
  Eigen::MatrixXd matrix = Eigen::MatrixXd::Zero(places.size, places.size);
  const int white = places.of[problem.white_index()];
  const int draw = places.of[problem.draw_index()];
  for (const SlopeSpread& s : spreads) {
    const int i = places.of[s.first];
    const int j = places.of[s.second];
    AddProduct(matrix, i, i, s.difference);
    AddProduct(matrix, j, j, s.difference);
    AddProduct(matrix, i, j, -s.difference);
    AddProduct(matrix, i, white, s.cross);
    AddProduct(matrix, j, white, -s.cross);
    AddProduct(matrix, white, white, s.white);
    AddProduct(matrix, i, draw, s.difference_draw);
    AddProduct(matrix, j, draw, -s.difference_draw);
    AddProduct(matrix, white, draw, s.white_draw);
    AddProduct(matrix, draw, draw, s.draw);
  }
  AddPulls(problem, places, matrix);
  return matrix;
}

// Whether an error can be said of the player: it is rated, and in the group of the one asked for.
bool IsSaid(const ErrorQuestion& question, uint32_t player) {
  const std::vector<PlayerRating>& players = question.players;
  if (players[player].status != PlayerStatus::kRated) return false;
  const std::optional<uint32_t> other = question.options.errors_relative_to;
  if (!other) return true;
  return players[*other].status == PlayerStatus::kRated &&
         players[*other].group == players[player].group;
}

// The players of each group without an anchor: their shift is not determined, so the matrix gets a
// term for it, which makes errors relative to the group's mean.
std::vector<std::vector<int>> LooseGroups(const RatingProblem& problem,
                                          const std::vector<PlayerRating>& players,
                                          const Places& places) {
  std::map<uint32_t, std::vector<int>> groups;
  std::map<uint32_t, bool> anchored;
  for (const Pull& pull : problem.pulls) anchored[players[pull.coordinate].group] = true;
  for (uint32_t i = 0; i < problem.players(); ++i) {
    if (players[i].status != PlayerStatus::kRated) continue;
    if (places.of[i] < 0) {
      anchored[players[i].group] = true;
    } else {
      groups[players[i].group].push_back(places.of[i]);
    }
  }
  std::vector<std::vector<int>> loose;
  for (auto& [group, members] : groups) {
    if (!anchored[group]) loose.push_back(std::move(members));
  }
  return loose;
}

void AddToGroups(Eigen::MatrixXd& matrix, const std::vector<std::vector<int>>& groups,
                 double value) {
  for (const std::vector<int>& group : groups) {
    const double each = value / static_cast<double>(group.size());
    for (const int a : group) {
      for (const int b : group) matrix(a, b) += each;
    }
  }
}

void Store(const Eigen::MatrixXd& covariance, const RatingProblem& problem, const Places& places,
           const ErrorQuestion& question, RatingErrors& errors) {
  const double unit = kEloPerNatural * kEloPerNatural;
  errors.kind = ErrorKind::kExact;
  const std::optional<uint32_t> other = question.options.errors_relative_to;
  const int column = other ? places.of[*other] : -1;  // -1: an anchor doesn't move
  const auto at = [&](int i, int j) { return i < 0 || j < 0 ? 0.0 : covariance(i, j); };
  for (uint32_t a = 0; a < problem.players(); ++a) {
    if (question.players[a].status != PlayerStatus::kRated) continue;
    errors.covered.push_back(a);
    if (!IsSaid(question, a)) continue;
    const int row = places.of[a];
    double variance = at(row, row);
    if (other) variance += at(column, column) - 2 * at(row, column);
    errors.sd[a] = std::sqrt(std::max(0.0, variance) * unit);
  }
  errors.covariance.reserve(errors.covered.size() * errors.covered.size());
  for (const uint32_t a : errors.covered) {
    for (const uint32_t b : errors.covered) {
      errors.covariance.push_back(at(places.of[a], places.of[b]) * unit);
    }
  }
  const int white = places.of[problem.white_index()];
  if (white >= 0) errors.white_sd = std::sqrt(std::max(0.0, covariance(white, white)) * unit);
}

void ExactErrors(const RatingProblem& problem, const ErrorQuestion& question,
                 const std::vector<SlopeSpread>& spreads, RatingErrors& errors) {
  const Places places = FreePlaces(problem, question.players);
  if (places.size == 0) return Store({}, problem, places, question, errors);
  const auto loose = LooseGroups(problem, question.players, places);
  Eigen::MatrixXd curvature = CurvatureMatrix(problem, places);
  const double shift = std::max(curvature.diagonal().mean(), 1e-12);
  AddToGroups(curvature, loose, shift);
  const Eigen::LDLT<Eigen::MatrixXd> factor(curvature);
  Eigen::MatrixXd inverse = factor.solve(Eigen::MatrixXd::Identity(places.size, places.size));
  if (!inverse.allFinite()) return;  // a colour or a draw parameter that no result speaks of
  AddToGroups(inverse, loose, -1 / shift);
  const Eigen::MatrixXd slopes = SlopeMatrix(problem, places, spreads);
  Store(inverse * slopes * inverse, problem, places, question, errors);
}

// Takes the mean of each group without an anchor off its rated players.
void CentreGroups(const RatingProblem& problem, const std::vector<PlayerRating>& players,
                  RatingVector& ratings) {
  struct Sum {
    double total = 0;
    double players = 0;
    bool anchored = false;
  };
  std::map<uint32_t, Sum> sums;
  for (const Pull& pull : problem.pulls) sums[players[pull.coordinate].group].anchored = true;
  for (size_t i = 0; i < players.size(); ++i) {
    if (players[i].status != PlayerStatus::kRated) continue;
    Sum& sum = sums[players[i].group];
    sum.total += ratings[i];
    sum.players += 1;
    if (!problem.free[i]) sum.anchored = true;
  }
  for (size_t i = 0; i < players.size(); ++i) {
    if (players[i].status != PlayerStatus::kRated) continue;
    const Sum& sum = sums[players[i].group];
    if (!sum.anchored) ratings[i] -= sum.total / sum.players;
  }
}

// y = B x.
RatingVector TimesSpread(const RatingProblem& problem, const std::vector<SlopeSpread>& spreads,
                         const RatingVector& x) {
  RatingVector y(problem.size(), 0);
  const double white = x[problem.white_index()];
  const double draw = x[problem.draw_index()];
  double to_white = 0;
  double to_draw = 0;
  for (const SlopeSpread& s : spreads) {
    const double along = x[s.first] - x[s.second];
    const double push = s.difference * along + s.cross * white + s.difference_draw * draw;
    y[s.first] += push;
    y[s.second] -= push;
    to_white += s.cross * along + s.white * white + s.white_draw * draw;
    to_draw += s.difference_draw * along + s.white_draw * white + s.draw * draw;
  }
  for (const Pull& pull : problem.pulls) y[pull.coordinate] += pull.precision * x[pull.coordinate];
  y[problem.white_index()] = to_white;
  y[problem.draw_index()] = to_draw;
  return y;
}

// The joint covariance of the players that are compared, each by one solution of the linear system:
// z_a = A^-1 e_a, centred, and z_a' B z_b.
void CompareExactly(const RatingProblem& problem, const ErrorQuestion& question,
                    const std::vector<SlopeSpread>& spreads, RatingErrors& errors) {
  constexpr double kTolerance = 1e-8;
  for (const uint32_t player : question.options.compared) {
    if (question.players[player].status == PlayerStatus::kRated) errors.covered.push_back(player);
  }
  std::sort(errors.covered.begin(), errors.covered.end());
  errors.covered.erase(std::unique(errors.covered.begin(), errors.covered.end()),
                       errors.covered.end());
  std::vector<RatingVector> rows;
  for (const uint32_t player : errors.covered) {
    RatingVector unit(problem.size(), 0);
    unit[player] = problem.free[player] ? 1 : 0;  // an anchor doesn't move
    // Centred on both sides: what the mean of the group does is no part of a rating.
    CentreGroups(problem, question.players, unit);
    RatingVector row = problem.Solve(unit, kTolerance);
    CentreGroups(problem, question.players, row);
    rows.push_back(std::move(row));
  }
  const double unit = kEloPerNatural * kEloPerNatural;
  for (const RatingVector& a : rows) {
    const RatingVector pushed = TimesSpread(problem, spreads, a);
    for (const RatingVector& b : rows) {
      double sum = 0;
      for (size_t i = 0; i < problem.size(); ++i) {
        if (problem.free[i]) sum += pushed[i] * b[i];
      }
      errors.covariance.push_back(sum * unit);
    }
  }
}

// Random slopes with the covariance of one contribution to B, by its Cholesky factor.
template <typename Normal>
void AddRandomSlopes(const SlopeSpread& s, const RatingProblem& problem, const Normal& normal,
                     RatingVector& slopes) {
  if (s.difference <= 0) return;
  const double root = std::sqrt(s.difference);
  const double one = normal();
  slopes[s.first] += root * one;
  slopes[s.second] -= root * one;
  const double white_one = s.cross / root;
  const double white_two = std::sqrt(std::max(0.0, s.white - white_one * white_one));
  const double two = white_two > 0 ? normal() : 0;
  slopes[problem.white_index()] += white_one * one + white_two * two;
  if (s.draw <= 0) return;
  const double draw_one = s.difference_draw / root;
  const double draw_two =
      white_two > 1e-9 * root ? (s.white_draw - white_one * draw_one) / white_two : 0;
  const double rest = std::max(0.0, s.draw - draw_one * draw_one - draw_two * draw_two);
  slopes[problem.draw_index()] += draw_one * one + draw_two * two + std::sqrt(rest) * normal();
}

// Random slopes with B's covariance, turned into ratings: their spread is the error. Each probe
// costs one solution of the linear system.
void ProbedErrors(const RatingProblem& problem, const ErrorQuestion& question,
                  const std::vector<SlopeSpread>& spreads, RatingErrors& errors) {
  constexpr int kProbes = 64;
  constexpr double kTolerance = 1e-2;  // far below a probe's own scatter
  Rng rng(question.seed);
  const auto normal = [&rng] { return NormalQuantile((rng.Uniform() + 0x1p-54)); };
  const std::optional<uint32_t> other = question.options.errors_relative_to;
  std::vector<double> squares(problem.size(), 0);
  for (int probe = 0; probe < kProbes; ++probe) {
    RatingVector slopes(problem.size(), 0);
    for (const SlopeSpread& s : spreads) AddRandomSlopes(s, problem, normal, slopes);
    for (const Pull& pull : problem.pulls) {
      slopes[pull.coordinate] += std::sqrt(pull.precision) * normal();
    }
    RatingVector shift = problem.Solve(slopes, kTolerance);
    CentreGroups(problem, question.players, shift);
    const double from = other ? shift[*other] : 0;
    for (size_t i = 0; i < problem.players(); ++i) {
      squares[i] += (shift[i] - from) * (shift[i] - from);
    }
    squares[problem.white_index()] += shift[problem.white_index()] * shift[problem.white_index()];
  }
  errors.kind = ErrorKind::kProbed;
  for (uint32_t i = 0; i < problem.players(); ++i) {
    if (IsSaid(question, i)) errors.sd[i] = kEloPerNatural * std::sqrt(squares[i] / kProbes);
  }
  errors.white_sd = kEloPerNatural * std::sqrt(squares[problem.white_index()] / kProbes);
  CompareExactly(problem, question, spreads, errors);
}

}  // namespace

double ScoreVariance(double p, double draw_rate_equal) {
  const double variance = p * (1 - p);
  return draw_rate_equal <= 0 ? variance : variance - DrawShare(p, draw_rate_equal) / 4;
}

double FitDrawRate(const RatingProblem& problem) {
  double draws = 0;
  double games = 0;
  for (const Meeting& m : problem.meetings()) {
    draws += m.draws;
    games += m.losses + m.draws + m.wins;
  }
  if (draws <= 0 || games <= 0) return 0;
  const auto surplus = [&](double rate) {
    double expected = 0;
    for (const Meeting& m : problem.meetings()) {
      expected += (m.losses + m.draws + m.wins) * DrawShare(Sigmoid(problem.Difference(m)), rate);
    }
    return expected - draws;
  };
  constexpr double kLowest = 1e-9;
  constexpr double kHighest = 1 - 1e-9;
  const double at_low = surplus(kLowest);
  const double at_high = surplus(kHighest);
  if (at_low >= 0) return kLowest;
  if (at_high <= 0) return kHighest;
  return FindRoot(surplus, {kLowest, at_low}, {kHighest, at_high}, 1e-12);
}

RatingErrors FindErrors(RatingProblem& problem, const ErrorQuestion& question) {
  RatingErrors errors;
  errors.sd.assign(problem.players(), -1);
  problem.Linearise();
  const auto rated = std::count_if(
      question.players.begin(), question.players.end(),
      [](const PlayerRating& player) { return player.status == PlayerStatus::kRated; });
  const std::vector<SlopeSpread> spreads = SlopeSpreads(problem, question);
  if (static_cast<size_t>(rated) <= kExactPlayers) {
    ExactErrors(problem, question, spreads, errors);
  } else {
    ProbedErrors(problem, question, spreads, errors);
  }
  return errors;
}

}  // namespace rookery::stats
