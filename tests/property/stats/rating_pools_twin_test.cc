// Large pools against what small ones are reckoned with: the probed error of each player against
// its exact one, in pools of every shape; and whether White's advantage can be told, against the
// rank of the matrix.
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>
#include <vector>

#include "base/rng.h"
#include "coordinator/stats/ratings.h"
#include "coordinator/stats/white_advantage.h"

namespace rookery::stats {
namespace {

constexpr auto kPoolSize = static_cast<uint32_t>(kExactPlayers + 20);

Meeting Drawish(uint32_t white, uint32_t black) {
  return {.white = white, .black = black, .losses = 10, .draws = 30, .wins = 12};
}

struct Pool {
  const char* name;
  RatingInput input;
};

void Meet(RatingInput& input, uint32_t a, uint32_t b) {
  input.meetings.push_back(Drawish(a, b));
  input.meetings.push_back(Drawish(b, a));
}

std::vector<Pool> Pools(Rng& rng) {
  const auto any = [&rng](uint32_t from, uint32_t count) {
    return from + static_cast<uint32_t>(rng.Below(count));
  };
  std::vector<Pool> pools;
  Pool sparse{"sparse", {.players = kPoolSize, .meetings = {}, .pairs = {}}};
  for (uint32_t i = 1; i < kPoolSize; ++i) Meet(sparse.input, i, any(0, i));
  for (uint32_t i = 0; i < kPoolSize; ++i) Meet(sparse.input, i, (i + 1 + any(0, 700)) % kPoolSize);
  Pool star{"star", {.players = kPoolSize, .meetings = {}, .pairs = {}}};
  for (uint32_t i = 1; i < kPoolSize; ++i) Meet(star.input, 0, i);
  Pool ladder{"ladder", {.players = kPoolSize, .meetings = {}, .pairs = {}}};
  for (uint32_t i = 0; i < kPoolSize; ++i) {
    for (const uint32_t step : {1, 2, 40}) {
      if (i + step < kPoolSize) Meet(ladder.input, i, i + step);
    }
  }
  Pool two{"two groups", {.players = kPoolSize, .meetings = {}, .pairs = {}}};
  for (uint32_t i = 1; i < 20; ++i) Meet(two.input, i, any(0, i));
  for (uint32_t i = 21; i < kPoolSize; ++i) Meet(two.input, i, 20 + any(0, i - 20));
  for (uint32_t i = 21; i < kPoolSize; ++i) Meet(two.input, i, 20);
  pools.push_back(std::move(sparse));
  pools.push_back(std::move(star));
  pools.push_back(std::move(ladder));
  pools.push_back(std::move(two));
  return pools;
}

// The first players are among them: one that is held somewhere in the reckoning must not show it.
std::vector<uint32_t> Compared() {
  std::vector<uint32_t> compared;
  for (uint32_t i = 0; i < 24; ++i) compared.push_back(i);
  for (uint32_t i = 100; i < kPoolSize; i += 100) compared.push_back(i);
  compared.push_back(kPoolSize - 1);
  return compared;
}

TEST(RatingPoolsTwin, ProbeTheErrorThatEachPlayerHas) {
  Rng rng(23);
  for (const Pool& pool : Pools(rng)) {
    const std::vector<uint32_t> compared = Compared();
    const RatingTable table = *FitRatings(pool.input, {.compared = compared});
    ASSERT_EQ(table.errors, ErrorKind::kProbed) << pool.name;
    const size_t n = table.covered.size();
    ASSERT_EQ(n, compared.size());
    double squares = 0;
    for (size_t k = 0; k < n; ++k) {
      const double exact = std::sqrt(table.covariance[k * n + k]);
      const double ratio = *table.players[table.covered[k]].sd / exact;
      // 64 probes leave a standard error of 9 %; 4.5 of those.
      EXPECT_NEAR(ratio, 1, 0.4) << pool.name << ' ' << table.covered[k];
      squares += (ratio - 1) * (ratio - 1) / static_cast<double>(n);
    }
    EXPECT_LT(std::sqrt(squares), 0.2) << pool.name;
  }
}

TEST(RatingPoolsTwin, FindWhetherColoursTellWhitesAdvantage) {
  Rng rng(29);
  int open = 0;
  constexpr int kRounds = 2000;
  for (int round = 0; round < kRounds; ++round) {
    const auto players = static_cast<uint32_t>(2 + rng.Below(6));
    std::vector<Meeting> meetings;
    const size_t count = 1 + rng.Below(7);
    for (size_t k = 0; k < count; ++k) {
      const auto white = static_cast<uint32_t>(rng.Below(players));
      const auto black = static_cast<uint32_t>((white + 1 + rng.Below(players - 1)) % players);
      meetings.push_back({.white = white, .black = black, .losses = 1, .draws = 1, .wins = 1});
    }
    RatingProblem problem(RatingModel::kScoreLogistic, players, meetings);
    for (uint32_t i = 0; i < players; ++i) {
      if (rng.Chance(0.15)) problem.free[i] = 0;
      if (rng.Chance(0.1)) problem.pulls.push_back({.coordinate = i, .towards = 0, .precision = 1});
    }
    // A row for each result that says something: a meeting, a loose anchor, a held player.
    const size_t rows = problem.meetings().size() + problem.pulls.size() + players;
    Eigen::MatrixXd matrix = Eigen::MatrixXd::Zero(static_cast<Eigen::Index>(rows), players + 1);
    Eigen::Index row = 0;
    for (const Meeting& m : problem.meetings()) {
      matrix(row, m.white) = 1;
      matrix(row, m.black) = -1;
      matrix(row++, players) = 1;
    }
    for (const Pull& pull : problem.pulls) matrix(row++, pull.coordinate) = 1;
    for (uint32_t i = 0; i < players; ++i) {
      if (!problem.free[i]) matrix(row++, i) = 1;
    }
    const Eigen::Index with = Eigen::FullPivLU<Eigen::MatrixXd>(matrix).rank();
    const Eigen::Index without = Eigen::FullPivLU<Eigen::MatrixXd>(matrix.leftCols(players)).rank();
    EXPECT_EQ(RatingsCanStandForWhitesAdvantage(problem), with == without) << round;
    open += with == without;
  }
  EXPECT_TRUE(open > kRounds / 5 && open < kRounds * 4 / 5) << open;
}

}  // namespace
}  // namespace rookery::stats
