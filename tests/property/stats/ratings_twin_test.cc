// Standard errors of rating lists against their slow twin: the list is fitted again and again to
// pairs drawn with replacement.
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "base/rng.h"
#include "coordinator/stats/ratings.h"

namespace rookery::stats {
namespace {

constexpr size_t kPlayers = 4;
constexpr int kPairsEach = 150;

struct Pair {
  uint32_t first;
  uint32_t second;
  int white;  // half points of `first` in its game with White
  int black;
};

// Pairs whose opening favours a side, so that their games depend on each other.
std::vector<Pair> PlayPairs(Rng& rng) {
  const double strength[kPlayers] = {0.3, 0.1, -0.1, -0.3};
  std::vector<Pair> pairs;
  for (uint32_t a = 0; a < kPlayers; ++a) {
    for (uint32_t b = a + 1; b < kPlayers; ++b) {
      for (int k = 0; k < kPairsEach; ++k) {
        const double bias = 1.6 * (2 * rng.Uniform() - 1);
        const auto play = [&](double x) {
          const double p = 1 / (1 + std::exp(-x));
          const double draw = 0.8 * std::min(p, 1 - p);
          const double u = rng.Uniform();
          return u < p - draw / 2 ? 2 : u < p + draw / 2 ? 1 : 0;
        };
        const double gap = strength[a] - strength[b];
        pairs.push_back({a, b, play(gap + bias + 0.1), play(gap - bias - 0.1)});
      }
    }
  }
  return pairs;
}

RatingInput InputOf(const std::vector<Pair>& pairs) {
  RatingInput input{.players = kPlayers, .meetings = {}, .pairs = {}};
  for (uint32_t a = 0; a < kPlayers; ++a) {
    for (uint32_t b = a + 1; b < kPlayers; ++b) {
      Meeting with_white{.white = a, .black = b};
      Meeting with_black{.white = b, .black = a};
      PairedMeeting paired{.first = a, .second = b};
      for (const Pair& pair : pairs) {
        if (pair.first != a || pair.second != b) continue;
        paired.counts[pair.white][pair.black] += 1;
        (pair.white == 0   ? with_white.losses
         : pair.white == 1 ? with_white.draws
                           : with_white.wins) += 1;
        (pair.black == 2   ? with_black.losses
         : pair.black == 1 ? with_black.draws
                           : with_black.wins) += 1;
      }
      input.meetings.push_back(with_white);
      input.meetings.push_back(with_black);
      input.pairs.push_back(paired);
    }
  }
  return input;
}

class RatingErrorsTwin : public testing::TestWithParam<RatingModel> {};

TEST_P(RatingErrorsTwin, ComesToTheSandwich) {
  Rng rng(31);
  const std::vector<Pair> pairs = PlayPairs(rng);
  const RatingOptions options{.model = GetParam()};
  const RatingTable table = *FitRatings(InputOf(pairs), options);
  constexpr int kRounds = 400;
  std::vector<double> sum(kPlayers, 0);
  std::vector<double> squares(kPlayers, 0);
  for (int round = 0; round < kRounds; ++round) {
    std::vector<Pair> drawn;
    for (size_t i = 0; i < pairs.size(); ++i) drawn.push_back(pairs[rng.Below(pairs.size())]);
    const RatingTable again = *FitRatings(InputOf(drawn), options);
    for (size_t i = 0; i < kPlayers; ++i) {
      sum[i] += *again.players[i].rating;
      squares[i] += *again.players[i].rating * *again.players[i].rating;
    }
  }
  for (size_t i = 0; i < kPlayers; ++i) {
    const double mean = sum[i] / kRounds;
    const double sd = std::sqrt(squares[i] / kRounds - mean * mean);
    // A deviation from 400 rounds is itself known within 3.5 %; four of those.
    EXPECT_NEAR(*table.players[i].sd / sd, 1, 0.14) << i;
  }
  // Without the pairs the error would be too large: they cancel the openings' bias b. Between
  // equals a game's score has the variance E[pq] - E[d]/4 about p = sigmoid(b), and in a pair b
  // leaves; the game by itself has 1/4 - E[d]/4. Here b is even in +-1.6 and d = 0.8 min(p, q), so
  // E[pq] = (sigmoid(1.6) - 1/2) / 1.6 = 0.2075 and E[d] = 0.8 (ln 2 - ln(1 + e^-1.6)) / 1.6 =
  // 0.2546. The errors' ratio is sqrt(0.1864 / 0.1439) = 1.138 by each model, since between equals
  // their slopes all are multiples of (score - 1/2). It rests on the spread of 900 pairs, which is
  // known within 2 %; the mean over the players is held to half of four of those.
  RatingInput loose = InputOf(pairs);
  loose.pairs.clear();
  const RatingTable without = *FitRatings(loose, options);
  double ratio = 0;
  for (size_t i = 0; i < kPlayers; ++i) {
    ratio += *without.players[i].sd / *table.players[i].sd / kPlayers;
  }
  EXPECT_NEAR(ratio, 1.138, 0.04);
}

INSTANTIATE_TEST_SUITE_P(Models, RatingErrorsTwin,
                         testing::Values(RatingModel::kScoreLogistic, RatingModel::kDavidson,
                                         RatingModel::kRaoKupper));

}  // namespace
}  // namespace rookery::stats
