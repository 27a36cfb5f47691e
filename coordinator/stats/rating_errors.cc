#include "coordinator/stats/rating_errors.h"

#include <Eigen/Dense>
#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numeric>
#include <optional>
#include <utility>

#include "base/rng.h"
#include "coordinator/stats/error_spread.h"
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

void AddTimes(const SlopeSpread& from, double factor, SlopeSpread& to) {
  to.difference += factor * from.difference;
  to.cross += factor * from.cross;
  to.white += factor * from.white;
  to.difference_draw += factor * from.difference_draw;
  to.white_draw += factor * from.white_draw;
  to.draw += factor * from.draw;
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

// As if games of that meeting were drawn from the model alone: of kScoreLogistic, tosses of a coin.
SlopeSpread CurvatureOf(const RatingProblem& problem, const Meeting& meeting, double games) {
  SlopeSpread spread{.first = meeting.white, .second = meeting.black};
  const double seen = meeting.losses + meeting.draws + meeting.wins;
  if (seen <= 0) return spread;
  const LikelihoodTerms terms = TermsOf(problem.model(), meeting, problem.Difference(meeting),
                                        problem.at[problem.draw_index()]);
  const double share = games / seen;
  spread.difference = spread.cross = spread.white = share * terms.curvature_x;
  spread.difference_draw = spread.white_draw = share * terms.curvature_cross;
  spread.draw = share * terms.curvature_draw;
  return spread;
}

// The games of a pair share the difference, so what they say of White cancels.
SlopeSpread CurvatureOf(const RatingProblem& problem, const PairedMeeting& pair) {
  Meeting with_white{.white = pair.first, .black = pair.second};
  Meeting with_black{.white = pair.second, .black = pair.first};
  double games = 0;
  for (int w = 0; w < 3; ++w) {
    for (int b = 0; b < 3; ++b) {
      const double count = pair.counts[w][b];
      (w == 0 ? with_white.losses : w == 1 ? with_white.draws : with_white.wins) += count;
      (b == 0 ? with_black.wins : b == 1 ? with_black.draws : with_black.losses) += count;
      games += count;
    }
  }
  SlopeSpread spread = CurvatureOf(problem, with_white, games);
  SlopeSpread other = CurvatureOf(problem, with_black, games);
  other.cross = -other.cross;
  other.difference_draw = -other.difference_draw;
  AddTimes(other, 1, spread);
  return spread;
}

// Games of kScoreLogistic that belong to no pair, with draws as in all games together.
SlopeSpread SpreadOfGames(const RatingProblem& problem, const Meeting& meeting, double games,
                          double draw_rate_equal) {
  SlopeSpread spread{.first = meeting.white, .second = meeting.black};
  spread.difference = spread.cross = spread.white =
      games * ScoreVariance(Sigmoid(problem.Difference(meeting)), draw_rate_equal);
  return spread;
}

double PairsOf(const PairedMeeting& pair) {
  double total = 0;
  for (const auto& row : pair.counts) total += row[0] + row[1] + row[2];
  return total;
}

// What a player's pairs and single games came to.
struct Tallies {
  std::array<double, 5> pairs{};    // by half points
  std::array<double, 3> singles{};  // by result

  double Seen() const { return Sum(pairs) + Sum(singles); }
  // Those that did not end like most.
  double Unlike() const { return Seen() - Most(pairs) - Most(singles); }

 private:
  template <typename Cells>
  static double Sum(const Cells& cells) {
    return std::accumulate(cells.begin(), cells.end(), 0.0);
  }
  template <typename Cells>
  static double Most(const Cells& cells) {
    return *std::max_element(cells.begin(), cells.end());
  }
};

// Pairs, and of each meeting the games that belong to none and those that are virtual: of the
// prior.
struct Observations {
  std::vector<PairedMeeting> pairs;
  std::vector<double> single;    // by meeting of the problem
  std::vector<double> virtuals;  // likewise
  std::vector<Tallies> by_player;
};

double GamesOf(const Meeting& meeting) { return meeting.losses + meeting.draws + meeting.wins; }

// The pairs of rated players, and how many games by (white, black) belong to them.
std::map<std::pair<uint32_t, uint32_t>, double> ObservePairs(const ErrorQuestion& question,
                                                             Observations& seen) {
  const auto rated = [&](uint32_t player) {
    return question.players[player].status == PlayerStatus::kRated;
  };
  std::map<std::pair<uint32_t, uint32_t>, double> paired;
  for (const PairedMeeting& pair : question.input.pairs) {
    if (!rated(pair.first) || !rated(pair.second)) continue;
    seen.pairs.push_back(pair);
    const double total = PairsOf(pair);
    paired[{pair.first, pair.second}] += total;
    paired[{pair.second, pair.first}] += total;
    for (size_t w = 0; w < 3; ++w) {
      for (size_t b = 0; b < 3; ++b) {
        seen.by_player[pair.first].pairs[w + b] += pair.counts[w][b];
        seen.by_player[pair.second].pairs[4 - w - b] += pair.counts[w][b];
      }
    }
  }
  return paired;
}

Observations Observe(const RatingProblem& problem, const ErrorQuestion& question) {
  Observations seen;
  seen.by_player.resize(problem.players());
  const auto paired = ObservePairs(question, seen);
  // Both are in the order of (white, black); the problem's have the prior's draws in them.
  const std::vector<Meeting> played = MergeMeetings(question.input.meetings);
  auto real = played.begin();
  for (const Meeting& m : problem.meetings()) {
    const std::pair key(m.white, m.black);
    while (real != played.end() && std::pair(real->white, real->black) < key) ++real;
    const bool met = real != played.end() && std::pair(real->white, real->black) == key;
    const Meeting games = met ? *real : Meeting{.white = m.white, .black = m.black};
    const double all = GamesOf(games);
    const auto in_pairs = paired.find(key);
    const double single = in_pairs == paired.end() ? all : std::max(0.0, all - in_pairs->second);
    seen.single.push_back(single);
    seen.virtuals.push_back(std::max(0.0, GamesOf(m) - all));
    const double share = all > 0 ? single / all : 0;
    const double results[] = {games.losses, games.draws, games.wins};
    for (size_t result = 0; result < 3; ++result) {
      seen.by_player[m.white].singles[result] += share * results[result];
      seen.by_player[m.black].singles[2 - result] += share * results[result];
    }
  }
  return seen;
}

// All of B but the loose anchors. What was observed of a player who has played little says little
// of its own spread, so it is widened as that of a match is; a model's own law is taken at its
// word.
std::vector<SlopeSpread> SlopeSpreads(const RatingProblem& problem, const ErrorQuestion& question) {
  const Observations seen = Observe(problem, question);
  std::vector<SlopeSpread> spreads;
  const auto add_observed = [&](const SlopeSpread& observed, const SlopeSpread& coin) {
    const Tallies& first = seen.by_player[observed.first];
    const Tallies& second = seen.by_player[observed.second];
    const SpreadWeights weights = SpreadWeightsOf(std::min(first.Seen(), second.Seen()),
                                                  std::min(first.Unlike(), second.Unlike()));
    SlopeSpread spread{.first = observed.first, .second = observed.second};
    AddTimes(observed, weights.observed, spread);
    AddTimes(coin, weights.coin, spread);
    spreads.push_back(spread);
  };
  for (const PairedMeeting& pair : seen.pairs) {
    add_observed(SpreadOfPairs(problem, pair), CurvatureOf(problem, pair));
  }
  const bool draws_observed = problem.model() == RatingModel::kScoreLogistic;
  const double draw_rate_equal = draws_observed ? FitDrawRate(problem) : 0;
  for (size_t k = 0; k < problem.meetings().size(); ++k) {
    const Meeting& meeting = problem.meetings()[k];
    const SlopeSpread coin = CurvatureOf(problem, meeting, seen.single[k]);
    if (draws_observed) {
      add_observed(SpreadOfGames(problem, meeting, seen.single[k], draw_rate_equal), coin);
    } else {
      spreads.push_back(coin);
    }
    if (seen.virtuals[k] > 0) spreads.push_back(CurvatureOf(problem, meeting, seen.virtuals[k]));
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
