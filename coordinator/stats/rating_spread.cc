#include "coordinator/stats/rating_spread.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numeric>
#include <utility>

#include "coordinator/stats/error_spread.h"
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

double GamesOf(const Meeting& meeting) { return meeting.losses + meeting.draws + meeting.wins; }

// What was played in each of the problem's meetings, which have the prior's draws in them too.
std::vector<Meeting> PlayedIn(const RatingProblem& problem, const RatingInput& input) {
  const std::vector<Meeting> all = MergeMeetings(input.meetings);  // in the order of the problem's
  auto real = all.begin();
  std::vector<Meeting> played;
  for (const Meeting& m : problem.meetings()) {
    const std::pair key(m.white, m.black);
    while (real != all.end() && std::pair(real->white, real->black) < key) ++real;
    const bool met = real != all.end() && std::pair(real->white, real->black) == key;
    played.push_back(met ? *real : Meeting{.white = m.white, .black = m.black});
  }
  return played;
}

enum Colour { kWhite, kBlack };

// How many results there were, and how many of them did not end like most.
struct Count {
  double seen = 0;
  double unlike = 0;
};

// What a player's pairs and single games came to.
struct Tallies {
  std::array<double, 5> pairs{};                   // by half points
  std::array<std::array<double, 3>, 2> singles{};  // by colour and result

  Count All() const {
    std::array<double, 3> both{};
    for (size_t i = 0; i < 3; ++i) both[i] = singles[kWhite][i] + singles[kBlack][i];
    return Sum(CountOf(pairs), CountOf(both));
  }
  // As many as would be seen of a player who plays as often with the other colour, or all if they
  // are fewer. A game says of strength only what is known of its colour, and that only games with
  // the same colour tell.
  Count Of(Colour colour) const {
    const Count all = All();
    const Count one = Sum(CountOf(pairs), CountOf(singles[colour]));
    return {std::min(all.seen, 2 * one.seen), std::min(all.unlike, 2 * one.unlike)};
  }

 private:
  template <typename Cells>
  static Count CountOf(const Cells& cells) {
    const double seen = std::accumulate(cells.begin(), cells.end(), 0.0);
    return {seen, seen - *std::max_element(cells.begin(), cells.end())};
  }
  static Count Sum(const Count& a, const Count& b) {
    return {a.seen + b.seen, a.unlike + b.unlike};
  }
};

// How well a player is known, as curvature: by the prior or a loose anchor, and by its games.
struct Known {
  double before = 0;
  double games = 0;
};

// Pairs, and of each meeting the games that belong to none and those of the prior.
struct Observations {
  std::vector<PairedMeeting> pairs;
  std::vector<double> single;    // by meeting of the problem
  std::vector<double> virtuals;  // likewise
  std::vector<Tallies> tallies;  // by player
  std::vector<Known> known;      // likewise
};

// The pairs of rated players, and how many games by (white, black) belong to them.
std::map<std::pair<uint32_t, uint32_t>, double> ObservePairs(
    const RatingInput& input, const std::vector<PlayerRating>& players, Observations& seen) {
  const auto rated = [&](uint32_t player) {
    return players[player].status == PlayerStatus::kRated;
  };
  std::map<std::pair<uint32_t, uint32_t>, double> paired;
  for (const PairedMeeting& pair : input.pairs) {
    if (!rated(pair.first) || !rated(pair.second)) continue;
    seen.pairs.push_back(pair);
    const double total = PairsOf(pair);
    paired[{pair.first, pair.second}] += total;
    paired[{pair.second, pair.first}] += total;
    for (size_t w = 0; w < 3; ++w) {
      for (size_t b = 0; b < 3; ++b) {
        seen.tallies[pair.first].pairs[w + b] += pair.counts[w][b];
        seen.tallies[pair.second].pairs[4 - w - b] += pair.counts[w][b];
      }
    }
  }
  return paired;
}

void ObserveKnown(const RatingProblem& problem, Observations& seen) {
  seen.known.resize(problem.size());
  for (const Pull& pull : problem.pulls) seen.known[pull.coordinate].before += pull.precision;
  for (size_t k = 0; k < problem.meetings().size(); ++k) {
    const Meeting& m = problem.meetings()[k];
    const double before = problem.terms()[k].curvature_x * seen.virtuals[k] / GamesOf(m);
    for (const uint32_t player : {m.white, m.black}) {
      seen.known[player].before += before;
      seen.known[player].games += problem.terms()[k].curvature_x - before;
    }
  }
}

Observations Observe(const RatingProblem& problem, const RatingInput& input,
                     const std::vector<PlayerRating>& players, const std::vector<Meeting>& played) {
  Observations seen;
  seen.tallies.resize(problem.players());
  const auto paired = ObservePairs(input, players, seen);
  for (size_t k = 0; k < played.size(); ++k) {
    const Meeting& m = played[k];
    const double all = GamesOf(m);
    const auto in_pairs = paired.find({m.white, m.black});
    const double single = in_pairs == paired.end() ? all : std::max(0.0, all - in_pairs->second);
    seen.single.push_back(single);
    seen.virtuals.push_back(std::max(0.0, GamesOf(problem.meetings()[k]) - all));
    const double share = all > 0 ? single / all : 0;
    const double results[] = {m.losses, m.draws, m.wins};
    for (size_t result = 0; result < 3; ++result) {
      seen.tallies[m.white].singles[kWhite][result] += share * results[result];
      seen.tallies[m.black].singles[kBlack][2 - result] += share * results[result];
    }
  }
  ObserveKnown(problem, seen);
  return seen;
}

// Slopes that vary `wider` times as much as their curvature say a wider-th of what it says. That is
// added to what was known before: the variance by which the sandwich then comes to the inverse of
// the sum. Without it a first game, of which next to nothing is known, would make a player less
// sure than the prior alone.
double BesidesWhatWasKnown(double wider, const Known& known) {
  if (wider <= 1 || known.before <= 0 || known.games <= 0) return wider;
  const double all = known.before + known.games;
  return (all * all / (known.before + known.games / wider) - known.before) / known.games;
}

// Too little is known of how results of a player spread who has played little.
SlopeSpread Widened(const SlopeSpread& observed, const SlopeSpread& coin, const Observations& seen,
                    const Count& first, const Count& second) {
  const SpreadWeights weights =
      SpreadWeightsOf(std::min(first.seen, second.seen), std::min(first.unlike, second.unlike));
  SlopeSpread spread{.first = observed.first, .second = observed.second};
  AddTimes(observed, weights.observed, spread);
  AddTimes(coin, weights.coin, spread);
  if (coin.difference <= 0) return spread;
  const double wider = spread.difference / coin.difference;
  const double by_first = BesidesWhatWasKnown(wider, seen.known[observed.first]);
  const double by_second = BesidesWhatWasKnown(wider, seen.known[observed.second]);
  const double to = first.seen < second.seen   ? by_first
                    : second.seen < first.seen ? by_second
                                               : std::max(by_first, by_second);
  SlopeSpread held{.first = observed.first, .second = observed.second};
  AddTimes(spread, to / wider, held);
  return held;
}

double FitDrawRateOf(const RatingProblem& problem, const std::vector<Meeting>& played) {
  double draws = 0;
  double games = 0;
  for (const Meeting& m : played) {
    draws += m.draws;
    games += GamesOf(m);
  }
  if (draws <= 0 || games <= 0) return 0;
  const auto surplus = [&](double rate) {
    double expected = 0;
    for (const Meeting& m : played) {
      expected += GamesOf(m) * DrawShare(Sigmoid(problem.Difference(m)), rate);
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

}  // namespace

std::vector<SlopeSpread> SlopeSpreads(const RatingProblem& problem, const RatingInput& input,
                                      const std::vector<PlayerRating>& players) {
  const std::vector<Meeting> played = PlayedIn(problem, input);
  const Observations seen = Observe(problem, input, players, played);
  std::vector<SlopeSpread> spreads;
  for (const PairedMeeting& pair : seen.pairs) {
    spreads.push_back(Widened(SpreadOfPairs(problem, pair), CurvatureOf(problem, pair), seen,
                              seen.tallies[pair.first].All(), seen.tallies[pair.second].All()));
  }
  const bool draws_observed = problem.model() == RatingModel::kScoreLogistic;
  const bool colours_differ = problem.free[problem.white_index()];
  const double draw_rate_equal = draws_observed ? FitDrawRateOf(problem, played) : 0;
  for (size_t k = 0; k < problem.meetings().size(); ++k) {
    const Meeting& meeting = problem.meetings()[k];
    const SlopeSpread coin = CurvatureOf(problem, meeting, seen.single[k]);
    const Tallies& white = seen.tallies[meeting.white];
    const Tallies& black = seen.tallies[meeting.black];
    if (draws_observed) {
      spreads.push_back(Widened(SpreadOfGames(problem, meeting, seen.single[k], draw_rate_equal),
                                coin, seen, colours_differ ? white.Of(kWhite) : white.All(),
                                colours_differ ? black.Of(kBlack) : black.All()));
    } else {
      spreads.push_back(coin);  // the model's own law is taken at its word
    }
    if (seen.virtuals[k] > 0) spreads.push_back(CurvatureOf(problem, meeting, seen.virtuals[k]));
  }
  return spreads;
}

double ScoreVariance(double p, double draw_rate_equal) {
  const double variance = p * (1 - p);
  return draw_rate_equal <= 0 ? variance : variance - DrawShare(p, draw_rate_equal) / 4;
}

double FitDrawRate(const RatingProblem& problem, const RatingInput& input) {
  return FitDrawRateOf(problem, PlayedIn(problem, input));
}

}  // namespace rookery::stats
