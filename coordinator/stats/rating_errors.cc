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

// The variance of the scores along (white - black) and along White's advantage: one contribution
// to B. For games both are one direction; a pair's games share the difference, not the colour.
struct ScoreSpread {
  uint32_t first = 0;
  uint32_t second = 0;
  double difference = 0;
  double cross = 0;
  double white = 0;
};

ScoreSpread SpreadOfPairs(const RatingProblem& problem, const PairedMeeting& pair) {
  const double gap = problem.at[pair.first] - problem.at[pair.second];
  const double white = problem.at[problem.white_index()];
  const double expected_white = Sigmoid(gap + white);
  const double expected_black = Sigmoid(gap - white);
  ScoreSpread spread{.first = pair.first, .second = pair.second};
  for (int w = 0; w < 3; ++w) {
    for (int b = 0; b < 3; ++b) {
      const double in_white = w / 2.0 - expected_white;
      const double in_black = b / 2.0 - expected_black;
      // White's score of the second game is one minus that of `first`.
      const double along = in_white + in_black;
      const double colour = in_white - in_black;
      spread.difference += pair.counts[w][b] * along * along;
      spread.cross += pair.counts[w][b] * along * colour;
      spread.white += pair.counts[w][b] * colour * colour;
    }
  }
  return spread;
}

// All of B: pairs as observed, the games outside pairs by the draw curve.
std::vector<ScoreSpread> ScoreSpreads(const RatingProblem& problem, const RatingInput& input,
                                      double draw_rate_equal) {
  std::vector<ScoreSpread> spreads;
  std::map<std::pair<uint32_t, uint32_t>, double> paired;  // games by (white, black)
  for (const PairedMeeting& pair : input.pairs) {
    if (!problem.free[pair.first] && !problem.free[pair.second]) continue;
    spreads.push_back(SpreadOfPairs(problem, pair));
    double total = 0;
    for (const auto& row : pair.counts) total += row[0] + row[1] + row[2];
    paired[{pair.first, pair.second}] += total;
    paired[{pair.second, pair.first}] += total;
  }
  for (const Meeting& m : problem.meetings()) {
    double games = m.losses + m.draws + m.wins;
    if (!paired.empty()) {
      const auto found = paired.find({m.white, m.black});
      if (found != paired.end()) games = std::max(0.0, games - found->second);
    }
    const double variance = games * ScoreVariance(Sigmoid(problem.Difference(m)), draw_rate_equal);
    spreads.push_back({.first = m.white,
                       .second = m.black,
                       .difference = variance,
                       .cross = variance,
                       .white = variance});
  }
  return spreads;
}

// Positions of the free coordinates in the dense matrices.
struct Places {
  std::vector<int> of;  // by coordinate; -1 if it doesn't move
  std::vector<uint32_t> players;
  int size = 0;
};

Places FreePlaces(const RatingProblem& problem, const std::vector<PlayerRating>& players) {
  Places places;
  places.of.assign(problem.size(), -1);
  for (size_t i = 0; i < problem.size(); ++i) {
    const bool player = i < problem.players();
    if (!problem.free[i] || (player && players[i].status != PlayerStatus::kRated)) continue;
    places.of[i] = places.size++;
    if (player) places.players.push_back(static_cast<uint32_t>(i));
  }
  return places;
}

void AddProduct(Eigen::MatrixXd& matrix, int a, int b, double value) {
  if (a < 0 || b < 0) return;
  matrix(a, b) += value;
  if (a != b) matrix(b, a) += value;
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
  return matrix;
}

Eigen::MatrixXd ScoreMatrix(const RatingProblem& problem, const Places& places,
                            const std::vector<ScoreSpread>& spreads) {
  Eigen::MatrixXd matrix = Eigen::MatrixXd::Zero(places.size, places.size);
  const int white = places.of[problem.white_index()];
  for (const ScoreSpread& s : spreads) {
    const int i = places.of[s.first];
    const int j = places.of[s.second];
    AddProduct(matrix, i, i, s.difference);
    AddProduct(matrix, j, j, s.difference);
    AddProduct(matrix, i, j, -s.difference);
    AddProduct(matrix, i, white, s.cross);
    AddProduct(matrix, j, white, -s.cross);
    AddProduct(matrix, white, white, s.white);
  }
  return matrix;
}

// The players of each group without an anchor: their shift is not determined, so the matrix gets a
// term for it, which makes errors relative to the group's mean.
std::vector<std::vector<int>> LooseGroups(const RatingProblem& problem,
                                          const std::vector<PlayerRating>& players,
                                          const Places& places) {
  std::map<uint32_t, std::vector<int>> groups;
  std::map<uint32_t, bool> anchored;
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
           RatingErrors& errors) {
  const double unit = kEloPerNatural * kEloPerNatural;
  errors.kind = ErrorKind::kExact;
  errors.covered = places.players;
  errors.covariance.reserve(places.players.size() * places.players.size());
  for (const uint32_t a : places.players) {
    const int row = places.of[a];
    errors.sd[a] = std::sqrt(std::max(0.0, covariance(row, row)) * unit);
    for (const uint32_t b : places.players) {
      errors.covariance.push_back(covariance(row, places.of[b]) * unit);
    }
  }
  const int white = places.of[problem.white_index()];
  if (white >= 0) errors.white_sd = std::sqrt(std::max(0.0, covariance(white, white)) * unit);
}

void ExactErrors(const RatingProblem& problem, const std::vector<PlayerRating>& players,
                 const std::vector<ScoreSpread>& spreads, RatingErrors& errors) {
  const Places places = FreePlaces(problem, players);
  if (places.size == 0) return;
  const auto loose = LooseGroups(problem, players, places);
  Eigen::MatrixXd curvature = CurvatureMatrix(problem, places);
  const double shift = std::max(curvature.diagonal().mean(), 1e-12);
  AddToGroups(curvature, loose, shift);
  const Eigen::LDLT<Eigen::MatrixXd> factor(curvature);
  Eigen::MatrixXd inverse = factor.solve(Eigen::MatrixXd::Identity(places.size, places.size));
  if (!inverse.allFinite()) return;  // a colour or a draw parameter that no result speaks of
  AddToGroups(inverse, loose, -1 / shift);
  if (problem.model() == RatingModel::kScoreLogistic) {
    const Eigen::MatrixXd covariance = inverse * ScoreMatrix(problem, places, spreads) * inverse;
    Store(covariance, problem, places, errors);
  } else {
    Store(inverse, problem, places, errors);
  }
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

// Random scores with B's covariance, turned into ratings: their spread is the error. Each probe
// costs one solution of the linear system.
void ProbedErrors(const RatingProblem& problem, const std::vector<PlayerRating>& players,
                  const std::vector<ScoreSpread>& spreads, uint64_t seed, RatingErrors& errors) {
  constexpr int kProbes = 64;
  constexpr double kTolerance = 1e-2;  // far below a probe's own scatter
  Rng rng(seed);
  const auto normal = [&rng] { return NormalQuantile((rng.Uniform() + 0x1p-54)); };
  std::vector<double> squares(problem.size(), 0);
  for (int probe = 0; probe < kProbes; ++probe) {
    RatingVector score(problem.size(), 0);
    for (const ScoreSpread& s : spreads) {
      if (s.difference <= 0) continue;
      const double along = std::sqrt(s.difference) * normal();
      const double rest = std::max(0.0, s.white - s.cross * s.cross / s.difference);
      const double colour =
          along * s.cross / s.difference + (rest > 0 ? std::sqrt(rest) * normal() : 0);
      score[s.first] += along;
      score[s.second] -= along;
      score[problem.white_index()] += colour;
    }
    RatingVector shift = problem.Solve(score, kTolerance);
    CentreGroups(problem, players, shift);
    for (size_t i = 0; i < squares.size(); ++i) squares[i] += shift[i] * shift[i];
  }
  errors.kind = ErrorKind::kProbed;
  for (size_t i = 0; i < problem.players(); ++i) {
    if (players[i].status != PlayerStatus::kRated) continue;
    errors.sd[i] = kEloPerNatural * std::sqrt(squares[i] / kProbes);
  }
  errors.white_sd = kEloPerNatural * std::sqrt(squares[problem.white_index()] / kProbes);
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

RatingErrors FindErrors(RatingProblem& problem, const RatingInput& input,
                        const std::vector<PlayerRating>& players, uint64_t seed) {
  RatingErrors errors;
  errors.sd.assign(problem.players(), -1);
  problem.Linearise();
  const auto rated = std::count_if(players.begin(), players.end(), [](const PlayerRating& p) {
    return p.status == PlayerStatus::kRated;
  });
  const bool exact = static_cast<size_t>(rated) <= kExactPlayers;
  if (!exact && problem.model() != RatingModel::kScoreLogistic) return errors;
  const std::vector<ScoreSpread> spreads = problem.model() == RatingModel::kScoreLogistic
                                               ? ScoreSpreads(problem, input, FitDrawRate(problem))
                                               : std::vector<ScoreSpread>();
  if (exact) {
    ExactErrors(problem, players, spreads, errors);
  } else {
    ProbedErrors(problem, players, spreads, seed, errors);
  }
  return errors;
}

}  // namespace rookery::stats
