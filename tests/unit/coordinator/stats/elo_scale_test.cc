#include "coordinator/stats/elo_scale.h"

#include <gtest/gtest.h>

#include <cmath>

namespace rookery::stats {
namespace {

TEST(EloScale, GivesPublishedScores) {
  EXPECT_NEAR(EloToScore(5), 0.507195081709, 1e-12);
  EXPECT_NEAR(EloToScore(-10), 0.485612815834, 1e-12);
  EXPECT_NEAR(ScoreToElo(EloToScore(123.4)), 123.4, 1e-10);
}

TEST(EloScale, ClampsWhatWouldBeInfinite) {
  EXPECT_NEAR(ScoreToEloClamped(1), 1199.83, 0.01);
  EXPECT_NEAR(ScoreToEloClamped(0), -1199.83, 0.01);
}

TEST(EloScale, ConvertsBayesEloBothWays) {
  const WinLoss shares = BayesToShares({.elo = 5, .draw_elo = 200});
  EXPECT_NEAR(shares.win, 0.24554595805781354, 1e-15);
  EXPECT_NEAR(shares.loss, 0.23503873644731077, 1e-15);
  const BayesElo back = *SharesToBayes(shares);
  EXPECT_NEAR(back.elo, 5, 1e-10);
  EXPECT_NEAR(back.draw_elo, 200, 1e-10);
  EXPECT_NEAR(BayesToLogistic({.elo = 5, .draw_elo = 200}), 3.650717044879559, 1e-10);
  const BayesElo from_elo = *LogisticToBayes(5, 0.6);
  EXPECT_NEAR(from_elo.elo, 7.814701058728869, 1e-9);
  EXPECT_NEAR(from_elo.draw_elo, 240.92945848477098, 1e-9);
}

TEST(EloScale, RefusesSharesWithoutRoom) {
  EXPECT_FALSE(SharesToBayes({.win = 0, .loss = 0.5}).ok());
  EXPECT_FALSE(SharesToBayes({.win = 0.5, .loss = 0.5}).ok());
  EXPECT_FALSE(LogisticToBayes(400, 0.9).ok());
}

TEST(EloScale, HasAFiniteDrawEloForAnyGames) {
  EXPECT_TRUE(std::isfinite(DrawElo({0, 0, 0})));
  EXPECT_TRUE(std::isfinite(DrawElo({0, 1'000'000'000, 0})));
  EXPECT_TRUE(std::isfinite(DrawElo({1'000'000'000'000, 0, 0})));
}

}  // namespace
}  // namespace rookery::stats
