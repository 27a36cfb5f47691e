#include "coordinator/stats/rating_errors.h"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <optional>

#include "base/rng.h"
#include "coordinator/stats/normal.h"

namespace rookery::stats {
namespace {

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

// The shift of a loose group is not determined, so the matrix gets a term for it, which makes
// errors relative to the group's mean.
void AddToLooseGroups(const RatingProblem& problem, const Places& places, double value,
                      Eigen::MatrixXd& matrix) {
  for (const std::vector<uint32_t>& group : problem.loose) {
    const double each = value / static_cast<double>(group.size());
    for (const uint32_t a : group) {
      for (const uint32_t b : group) matrix(places.of[a], places.of[b]) += each;
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
  Eigen::MatrixXd curvature = CurvatureMatrix(problem, places);
  const double shift = std::max(curvature.diagonal().mean(), 1e-12);
  AddToLooseGroups(problem, places, shift, curvature);
  const Eigen::LDLT<Eigen::MatrixXd> factor(curvature);
  Eigen::MatrixXd inverse = factor.solve(Eigen::MatrixXd::Identity(places.size, places.size));
  if (!inverse.allFinite()) return;  // a colour or a draw parameter that no result speaks of
  AddToLooseGroups(problem, places, -1 / shift, inverse);
  const Eigen::MatrixXd slopes = SlopeMatrix(problem, places, spreads);
  Store(inverse * slopes * inverse, problem, places, question, errors);
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
// z_a = A^-1 e_a, within its group's mean, and z_a' B z_b.
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
    rows.push_back(problem.Solve(unit, kTolerance));
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

// Random slopes with the covariance of one contribution to B, by its Cholesky factor. Where a
// direction has no variance of its own, its row is zero.
template <typename Normal>
void AddRandomSlopes(const SlopeSpread& s, const RatingProblem& problem, const Normal& normal,
                     RatingVector& slopes) {
  const auto over = [](double value, double root) { return root > 0 ? value / root : 0; };
  const double least = 1e-12 * (s.difference + s.white + s.draw);
  const auto root = [least](double square) { return square > least ? std::sqrt(square) : 0; };
  const double difference = root(s.difference);
  const double white_one = over(s.cross, difference);
  const double white_two = root(s.white - white_one * white_one);
  const double draw_one = over(s.difference_draw, difference);
  const double draw_two = over(s.white_draw - white_one * draw_one, white_two);
  const double draw_three = root(s.draw - draw_one * draw_one - draw_two * draw_two);
  const double one = difference > 0 ? normal() : 0;
  const double two = white_two > 0 ? normal() : 0;
  const double three = draw_three > 0 ? normal() : 0;
  slopes[s.first] += difference * one;
  slopes[s.second] -= difference * one;
  slopes[problem.white_index()] += white_one * one + white_two * two;
  slopes[problem.draw_index()] += draw_one * one + draw_two * two + draw_three * three;
}

// As many as cost a second or two: each leaves its share of scatter.
int ProbesFor(const RatingProblem& problem) {
  constexpr double kWork = 6.4e7;
  constexpr double kFewest = 64;
  constexpr double kMost = 300;
  const auto each = static_cast<double>(problem.meetings().size() + problem.players());
  return static_cast<int>(std::clamp(kWork / each, kFewest, kMost));
}

// White's advantage is one number: its error is z' B z with z = A^-1 e.
double ExactWhiteError(const RatingProblem& problem, const std::vector<SlopeSpread>& spreads) {
  if (!problem.free[problem.white_index()]) return 0;
  RatingVector unit(problem.size(), 0);
  unit[problem.white_index()] = 1;
  const RatingVector z = problem.Solve(unit, 1e-8);
  const RatingVector pushed = TimesSpread(problem, spreads, z);
  double variance = 0;
  for (size_t i = 0; i < problem.size(); ++i) {
    if (problem.free[i]) variance += pushed[i] * z[i];
  }
  return kEloPerNatural * std::sqrt(std::max(0.0, variance));
}

// Random slopes with B's covariance, turned into ratings: their spread is the error. Each probe
// costs one solution of the linear system.
void ProbedErrors(const RatingProblem& problem, const ErrorQuestion& question,
                  const std::vector<SlopeSpread>& spreads, RatingErrors& errors) {
  const int probes = ProbesFor(problem);
  constexpr double kTolerance = 1e-8;
  Rng rng(question.seed);
  const auto normal = [&rng] { return NormalQuantile((rng.Uniform() + 0x1p-54)); };
  const std::optional<uint32_t> other = question.options.errors_relative_to;
  std::vector<double> squares(problem.size(), 0);
  for (int probe = 0; probe < probes; ++probe) {
    RatingVector slopes(problem.size(), 0);
    for (const SlopeSpread& s : spreads) AddRandomSlopes(s, problem, normal, slopes);
    for (const Pull& pull : problem.pulls) {
      slopes[pull.coordinate] += std::sqrt(pull.precision) * normal();
    }
    const RatingVector shift = problem.Solve(slopes, kTolerance);
    const double from = other ? shift[*other] : 0;
    for (size_t i = 0; i < problem.players(); ++i) {
      squares[i] += (shift[i] - from) * (shift[i] - from);
    }
  }
  errors.kind = ErrorKind::kProbed;
  for (uint32_t i = 0; i < problem.players(); ++i) {
    if (IsSaid(question, i)) errors.sd[i] = kEloPerNatural * std::sqrt(squares[i] / probes);
  }
  errors.white_sd = ExactWhiteError(problem, spreads);
  errors.probes = probes;
  CompareExactly(problem, question, spreads, errors);
}

}  // namespace

RatingErrors FindErrors(RatingProblem& problem, const ErrorQuestion& question) {
  RatingErrors errors;
  errors.sd.assign(problem.players(), -1);
  problem.Linearise();
  const auto rated = std::count_if(
      question.players.begin(), question.players.end(),
      [](const PlayerRating& player) { return player.status == PlayerStatus::kRated; });
  const std::vector<SlopeSpread> spreads = SlopeSpreads(problem, question.input, question.players);
  if (static_cast<size_t>(rated) <= kExactPlayers) {
    ExactErrors(problem, question, spreads, errors);
  } else {
    ProbedErrors(problem, question, spreads, errors);
  }
  return errors;
}

}  // namespace rookery::stats
