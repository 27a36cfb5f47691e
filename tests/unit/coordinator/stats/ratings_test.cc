#include "coordinator/stats/ratings.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace rookery::stats {
namespace {

using testing::HasSubstr;

RatingInput Two(double losses, double draws, double wins) {
  return {.players = 2,
          .meetings = {{.white = 0, .black = 1, .losses = losses, .draws = draws, .wins = wins},
                       {.white = 1, .black = 0, .losses = wins, .draws = draws, .wins = losses}},
          .pairs = {}};
}

TEST(Ratings, OfTwoPlayersIsTheEloOfTheirScore) {
  const RatingTable table = *FitRatings(Two(10, 20, 40), {});
  const double score = 50.0 / 70;
  EXPECT_NEAR(*table.players[0].rating - *table.players[1].rating,
              400 * std::log10(score / (1 - score)), 1e-6);
  EXPECT_NEAR(*table.players[0].rating + *table.players[1].rating, 0, 1e-9);
  EXPECT_NEAR(table.white_advantage, 0, 1e-6);
  EXPECT_EQ(table.players[0].games, 140);
  EXPECT_EQ(table.players[0].points, 100);
}

TEST(Ratings, HoldAnchors) {
  const RatingTable table =
      *FitRatings(Two(10, 20, 40), {.anchors = {{.player = 1, .rating = 2800}}});
  EXPECT_EQ(*table.players[1].rating, 2800);
  EXPECT_EQ(*table.players[1].sd, 0);
  EXPECT_NEAR(*table.players[0].rating, 2800 + 400 * std::log10(50.0 / 20), 1e-6);
  EXPECT_GT(*table.players[0].sd, 0);
}

TEST(Ratings, HaveTheWantedMean) {
  const RatingTable table = *FitRatings(Two(10, 20, 40), {.mean = 1500});
  EXPECT_NEAR(*table.players[0].rating + *table.players[1].rating, 3000, 1e-9);
}

TEST(Ratings, ExplainWhoCannotBeRated) {
  RatingInput input = Two(5, 5, 5);
  input.players = 5;
  input.meetings.push_back({.white = 2, .black = 0, .wins = 3});    // only won
  input.meetings.push_back({.white = 3, .black = 1, .losses = 3});  // only lost
  const RatingTable table = *FitRatings(input, {});
  EXPECT_EQ(table.players[2].status, PlayerStatus::kOnlyWon);
  EXPECT_EQ(table.players[3].status, PlayerStatus::kOnlyLost);
  EXPECT_EQ(table.players[4].status, PlayerStatus::kUnplayed);
  // Five of six points against an equal: 400 log10 5.
  EXPECT_NEAR(*table.players[2].rating, 400 * std::log10(5) - table.white_advantage, 1e-6);
  EXPECT_FALSE(table.players[4].rating.has_value());
  const RatingTable prior = *FitRatings(input, {.prior_draws = 2});
  EXPECT_EQ(prior.players[2].status, PlayerStatus::kRated);
}

TEST(Ratings, KeepGroupsApart) {
  RatingInput input = Two(5, 5, 6);
  input.players = 4;
  input.meetings.push_back({.white = 2, .black = 3, .losses = 1, .draws = 3, .wins = 2});
  const RatingTable table = *FitRatings(input, {});
  EXPECT_EQ(table.groups, 2u);
  EXPECT_NE(table.players[0].group, table.players[2].group);
  EXPECT_FALSE(table.SdBetween(0, 2).has_value());
  EXPECT_TRUE(table.SdBetween(0, 1).has_value());
}

TEST(Ratings, TakeAPairsDependenceIntoTheError) {
  RatingInput input = Two(20, 60, 20);
  // Openings decide: who has White wins, so a pair says nothing but "equal".
  input.pairs.push_back({.first = 0, .second = 1});
  input.pairs[0].counts[2][0] = 50;
  input.pairs[0].counts[0][2] = 0;
  input.pairs[0].counts[1][1] = 50;
  const RatingTable paired = *FitRatings(input, {});
  input.pairs.clear();
  const RatingTable alone = *FitRatings(input, {});
  EXPECT_EQ(*paired.players[0].rating, *alone.players[0].rating);
  EXPECT_LT(*paired.players[0].sd, 0.1 * *alone.players[0].sd);
}

TEST(Ratings, StayFiniteWithoutDrawsOrDecisions) {
  for (const RatingModel model :
       {RatingModel::kScoreLogistic, RatingModel::kDavidson, RatingModel::kRaoKupper}) {
    for (const RatingInput& input : {Two(3, 0, 4), Two(0, 9, 0), Two(0, 0, 0)}) {
      const absl::StatusOr<RatingTable> table = FitRatings(input, {.model = model});
      ASSERT_TRUE(table.ok());
      for (const PlayerRating& player : table->players) {
        EXPECT_TRUE(!player.rating || std::isfinite(*player.rating));
        EXPECT_TRUE(!player.sd || std::isfinite(*player.sd));
      }
    }
  }
}

TEST(Ratings, RefuseBadInputByName) {
  const auto refusal = [](const RatingInput& input, const RatingOptions& options) {
    return std::string(FitRatings(input, options).status().message());
  };
  RatingInput self = Two(1, 1, 1);
  self.meetings[0].black = 0;
  EXPECT_THAT(refusal(self, {}), HasSubstr("against itself"));
  RatingInput far = Two(1, 1, 1);
  far.meetings[0].black = 7;
  EXPECT_THAT(refusal(far, {}), HasSubstr("player"));
  EXPECT_THAT(refusal(Two(-1, 1, 1), {}), HasSubstr("count"));
  EXPECT_THAT(refusal(Two(1, std::numeric_limits<double>::quiet_NaN(), 1), {}), HasSubstr("count"));
  EXPECT_THAT(refusal(Two(1, 1, 1), {.anchors = {{0, 1}, {0, 2}}}), HasSubstr("twice"));
  EXPECT_THAT(refusal(Two(1, 1, 1), {.prior_draws = -1}), HasSubstr("prior_draws"));
  EXPECT_THAT(refusal(Two(1, 1, 1), {.white_advantage = 1e9}), HasSubstr("white_advantage"));
}

TEST(Ratings, ProbeErrorsOfLargePools) {
  // A ring of players who score evenly: the exact error of a smaller ring scales to it.
  RatingInput input;
  input.players = kExactPlayers + 1;
  for (uint32_t i = 0; i < input.players; ++i) {
    for (uint32_t step = 1; step <= 20; ++step) {
      const uint32_t other = (i + step * step) % static_cast<uint32_t>(input.players);
      input.meetings.push_back({.white = i, .black = other, .losses = 1, .draws = 2, .wins = 1});
    }
  }
  const RatingTable table = *FitRatings(input, {});
  EXPECT_EQ(table.errors, ErrorKind::kProbed);
  double sum = 0;
  for (const PlayerRating& player : table.players) sum += *player.sd;
  // 160 games each at variance 1/8 a game; a little more because opponents err too.
  const double lone = 400 / std::log(10.0) * std::sqrt(0.125 * 160) / (0.25 * 160);
  EXPECT_NEAR(sum / static_cast<double>(input.players) / lone, 1.01, 0.03);
}

}  // namespace
}  // namespace rookery::stats
