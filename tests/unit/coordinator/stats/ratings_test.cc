#include "coordinator/stats/ratings.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "coordinator/stats/error_spread.h"

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
  for (const RatingModel model :
       {RatingModel::kScoreLogistic, RatingModel::kDavidson, RatingModel::kRaoKupper}) {
    RatingInput input = Two(20, 60, 20);
    // Openings decide: who has White wins, so a pair says nothing but "equal".
    input.pairs.push_back({.first = 0, .second = 1});
    input.pairs[0].counts[2][0] = 20;
    input.pairs[0].counts[0][2] = 20;
    input.pairs[0].counts[1][1] = 60;
    const RatingTable paired = *FitRatings(input, {.model = model});
    input.pairs.clear();
    const RatingTable alone = *FitRatings(input, {.model = model});
    EXPECT_EQ(*paired.players[0].rating, *alone.players[0].rating);
    EXPECT_LT(*paired.players[0].sd, 0.1 * *alone.players[0].sd);
  }
}

// Pairs whose games know nothing of each other: the sandwich comes to what the model says.
TEST(Ratings, HaveTheModelsErrorWherePairsAreIndependent) {
  for (const RatingModel model : {RatingModel::kDavidson, RatingModel::kRaoKupper}) {
    RatingInput input = Two(400, 800, 400);
    input.pairs.push_back({.first = 0, .second = 1});
    const double share[] = {0.25, 0.5, 0.25};
    for (int w = 0; w < 3; ++w) {
      for (int b = 0; b < 3; ++b) input.pairs[0].counts[w][b] = 1600 * share[w] * share[b];
    }
    const RatingTable paired = *FitRatings(input, {.model = model});
    input.pairs.clear();
    const RatingTable alone = *FitRatings(input, {.model = model});
    EXPECT_NEAR(*paired.players[0].sd / *alone.players[0].sd, 1, 1e-6);
  }
}

RatingInput Chain() {
  RatingInput input = Two(10, 20, 14);
  input.players = 3;
  input.meetings.push_back({.white = 1, .black = 2, .losses = 30, .draws = 50, .wins = 40});
  input.meetings.push_back({.white = 2, .black = 1, .losses = 30, .draws = 50, .wins = 40});
  return input;
}

TEST(Ratings, SayErrorsRelativeToAnOpponent) {
  const RatingTable pool = *FitRatings(Chain(), {});
  const RatingTable relative = *FitRatings(Chain(), {.errors_relative_to = 2});
  EXPECT_EQ(*relative.players[2].sd, 0);
  for (const uint32_t player : {0u, 1u}) {
    EXPECT_NEAR(*relative.players[player].sd, *pool.SdBetween(player, 2), 1e-9);
  }
  // An anchor is a pool of its own: the same as relative to it.
  const RatingTable anchored = *FitRatings(Chain(), {.anchors = {{.player = 2, .rating = 0}}});
  EXPECT_NEAR(*anchored.players[0].sd, *relative.players[0].sd, 1e-6);
  EXPECT_NEAR(*anchored.SdBetween(0, 2), *relative.players[0].sd, 1e-6);
}

TEST(Ratings, SayNoErrorAcrossGroups) {
  RatingInput input = Two(5, 5, 6);
  input.players = 4;
  input.meetings.push_back({.white = 2, .black = 3, .losses = 1, .draws = 3, .wins = 2});
  const RatingTable table = *FitRatings(input, {.errors_relative_to = 0});
  EXPECT_TRUE(table.players[1].sd.has_value());
  EXPECT_FALSE(table.players[2].sd.has_value());
}

TEST(Ratings, LetResultsMoveALooseAnchor) {
  // With a spread far below the results' own a loose anchor holds, far above it says only where the
  // list lies.
  const RatingTable tight = *FitRatings(
      Chain(), {.loose_anchors = {{.player = 0, .rating = 100, .sd = 0.01}, {2, 100, 0.01}}});
  EXPECT_NEAR(*tight.players[0].rating, 100, 0.01);
  EXPECT_NEAR(*tight.players[2].rating, 100, 0.01);
  EXPECT_NEAR(*tight.players[0].sd, 0.01, 1e-4);
  const RatingTable wide =
      *FitRatings(Chain(), {.loose_anchors = {{.player = 0, .rating = 100, .sd = 500}}});
  const RatingTable free = *FitRatings(Chain(), {});
  EXPECT_NEAR(*wide.players[0].rating, 100, 1e-3);
  EXPECT_NEAR(*wide.players[2].rating - *wide.players[0].rating,
              *free.players[2].rating - *free.players[0].rating, 1e-3);
  EXPECT_NEAR(*wide.players[0].sd, 500, 1e-2);
}

// A normal prior and a normal likelihood: the precision-weighted mean.
TEST(Ratings, WeighALooseAnchorByItsSpread) {
  const RatingInput input = Two(400, 800, 420);
  const RatingTable held = *FitRatings(input, {.anchors = {{.player = 1, .rating = 0}}});
  const double sd = *held.players[0].sd;
  // Games of the score-logistic model weigh by their curvature, not by the variance of scores.
  const double curvature_sd = 400 / std::log(10.0) / std::sqrt(3240 * 0.25);
  const RatingTable both =
      *FitRatings(input, {.anchors = {{.player = 1, .rating = 0}},
                          .loose_anchors = {{.player = 0, .rating = 30, .sd = curvature_sd}}});
  EXPECT_NEAR(*both.players[0].rating, (*held.players[0].rating + 30) / 2, 0.05);
  EXPECT_LT(*both.players[0].sd, sd);
}

TEST(Ratings, BringGroupsTogetherByLooseAnchors) {
  RatingInput input = Two(5, 5, 6);
  input.players = 4;
  input.meetings.push_back({.white = 2, .black = 3, .losses = 1, .draws = 3, .wins = 2});
  const RatingTable table =
      *FitRatings(input, {.loose_anchors = {{0, 100, 20}, {.player = 2, .rating = 300, .sd = 20}}});
  EXPECT_EQ(table.groups, 1u);
  EXPECT_NEAR(*table.players[2].rating - *table.players[0].rating, 200, 10);
  EXPECT_NEAR(*table.SdBetween(0, 2), 20 * std::sqrt(2.0), 1);
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

// One win each, both with White: no advantage is large enough.
TEST(Ratings, HoldAWhiteAdvantageThatTheGamesLeaveOpen) {
  for (const RatingModel model :
       {RatingModel::kScoreLogistic, RatingModel::kDavidson, RatingModel::kRaoKupper}) {
    for (const bool white : {true, false}) {
      RatingInput input{.players = 2, .meetings = {}, .pairs = {}};
      for (const uint32_t first : {0u, 1u}) {
        Meeting meeting{.white = first, .black = 1 - first};
        (white ? meeting.wins : meeting.losses) = 1;
        input.meetings.push_back(meeting);
      }
      const absl::StatusOr<RatingTable> table = FitRatings(input, {.model = model});
      ASSERT_TRUE(table.ok()) << table.status();
      EXPECT_TRUE(table->white_advantage_held);
      EXPECT_EQ(table->white_advantage, 0);
      EXPECT_FALSE(table->white_advantage_sd.has_value());
      EXPECT_NEAR(*table->players[0].rating, 0, 1e-6);
      // Draws are half points for the other colour; a draw parameter of its own could grow with the
      // advantage, so then it is the one that is held.
      const RatingTable prior = *FitRatings(input, {.model = model, .prior_draws = 2});
      EXPECT_FALSE(prior.white_advantage_held);
      EXPECT_EQ(prior.draw_parameter_held, model != RatingModel::kScoreLogistic);
      EXPECT_EQ(prior.white_advantage > 0, white);
      EXPECT_LT(std::abs(prior.white_advantage), 1000);
      const RatingTable known = *FitRatings(input, {.model = model, .white_advantage = 30});
      EXPECT_FALSE(known.white_advantage_held);
      EXPECT_EQ(known.white_advantage, 30);
    }
  }
}

// White's advantage and the gap can grow together: only the games of one colour tell them apart.
TEST(Ratings, HoldAWhiteAdvantageThatGrowsWithTheGap) {
  RatingInput input{.players = 2, .meetings = {}, .pairs = {}};
  Meeting with_white{.white = 0, .black = 1};
  with_white.wins = 3;
  Meeting with_black{.white = 1, .black = 0};
  with_black.losses = 1;
  with_black.wins = 2;
  input.meetings = {with_white, with_black};
  const RatingTable table = *FitRatings(input, {});
  EXPECT_TRUE(table.white_advantage_held);
  EXPECT_NEAR(*table.players[0].rating - *table.players[1].rating, 400 * std::log10(4.0 / 2), 1e-6);
  EXPECT_FALSE(FitRatings(Two(3, 1, 1), {})->white_advantage_held);
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
  EXPECT_THAT(refusal(Two(1, 1, 1), {.loose_anchors = {{0, 1, 0}}}), HasSubstr("loose_anchor"));
  EXPECT_THAT(refusal(Two(1, 1, 1), {.anchors = {{0, 1}}, .loose_anchors = {{0, 1, 9}}}),
              HasSubstr("anchored already"));
  EXPECT_THAT(refusal(Two(1, 1, 1), {.errors_relative_to = 2}), HasSubstr("errors_relative_to"));
  EXPECT_THAT(refusal(Two(1, 1, 1), {.compared = {2}}), HasSubstr("compared"));
  EXPECT_THAT(refusal(Two(1, 1, 1), {.prior_draws = -1}), HasSubstr("prior: -1"));
  EXPECT_THAT(refusal(Two(1, 1, 1), {.white_advantage = 1e9}), HasSubstr("white_advantage"));
}

// A player who always has White against the same opponent shows its strength and White's advantage
// in one number.
TEST(Ratings, HoldWhitesAdvantageWhereColoursNeverChange) {
  RatingInput input{.players = 4, .meetings = {}, .pairs = {}};
  input.meetings.push_back({.white = 0, .black = 1, .losses = 10, .draws = 20, .wins = 30});
  input.meetings.push_back({.white = 1, .black = 2, .losses = 10, .draws = 20, .wins = 30});
  input.meetings.push_back({.white = 3, .black = 1, .losses = 10, .draws = 20, .wins = 30});
  for (const RatingModel model :
       {RatingModel::kScoreLogistic, RatingModel::kDavidson, RatingModel::kRaoKupper}) {
    const RatingTable held = *FitRatings(input, {.model = model});
    EXPECT_TRUE(held.white_advantage_held);
    EXPECT_EQ(held.white_advantage, 0);
    EXPECT_FALSE(held.white_advantage_sd.has_value());
    const RatingTable given = *FitRatings(input, {.model = model, .white_advantage = 0});
    for (size_t i = 0; i < 4; ++i) {
      EXPECT_NEAR(*held.players[i].rating, *given.players[i].rating, 1e-6);
      EXPECT_NEAR(*held.players[i].sd, *given.players[i].sd, 1e-6);
      EXPECT_GT(*held.players[i].sd, 5);
      EXPECT_LT(*held.players[i].sd, 200);
    }
    // One game with the colours exchanged tells the two apart, however badly.
    RatingInput both = input;
    both.meetings.push_back({.white = 1, .black = 0, .draws = 1});
    const RatingTable told = *FitRatings(both, {.model = model});
    EXPECT_FALSE(told.white_advantage_held);
    EXPECT_GT(*told.white_advantage_sd, 3 * *held.players[0].sd);
  }
}

// Where the stronger side never lost, ratings and the draw parameter would grow without end.
TEST(Ratings, HoldTheDrawParameterWhereNobodyWasUpset) {
  RatingInput gauntlet{.players = 5, .meetings = {}, .pairs = {}};
  for (uint32_t other = 1; other < 5; ++other) {
    gauntlet.meetings.push_back({.white = 0, .black = other, .draws = 3, .wins = 6});
    gauntlet.meetings.push_back({.white = other, .black = 0, .losses = 7, .draws = 4});
  }
  RatingInput drawn = Two(0, 100, 0);
  for (const RatingModel model : {RatingModel::kDavidson, RatingModel::kRaoKupper}) {
    for (const RatingInput& input : {Two(0, 20, 20), gauntlet, drawn}) {
      const RatingTable table = *FitRatings(input, {.model = model, .compared = {0, 1}});
      EXPECT_TRUE(table.draw_parameter_held);
      EXPECT_LT(*table.players[0].rating, 600);
      EXPECT_LT(*table.players[0].sd, 300);
      EXPECT_GT(*table.players[0].sd, 1);
      if (input.players == 5) {
        EXPECT_GT(*table.Superiority(0, 1), 0.9);
      }
    }
    const RatingTable prior = *FitRatings(
        {.players = 2, .meetings = {{.white = 0, .black = 1, .draws = 1, .wins = 10}}, .pairs = {}},
        {.model = model, .prior_draws = 2});
    EXPECT_LT(*prior.players[0].sd, 1000);
    // One upset tells it.
    RatingInput upset = gauntlet;
    upset.meetings.push_back({.white = 1, .black = 0, .wins = 1});
    EXPECT_FALSE(FitRatings(upset, {.model = model})->draw_parameter_held);
  }
}

// One pair all won by one side, and an advantage that would explain it: it has no end.
TEST(Ratings, HoldWhitesAdvantageThatWouldGrowWithoutEnd) {
  RatingInput input{.players = 3, .meetings = {}, .pairs = {}};
  input.meetings.push_back({.white = 0, .black = 1, .wins = 10});
  input.meetings.push_back({.white = 1, .black = 2, .losses = 5, .draws = 2, .wins = 3});
  input.meetings.push_back({.white = 2, .black = 0, .losses = 5, .draws = 3, .wins = 2});
  for (const RatingModel model :
       {RatingModel::kScoreLogistic, RatingModel::kDavidson, RatingModel::kRaoKupper}) {
    const RatingTable table = *FitRatings(input, {.model = model});
    EXPECT_TRUE(table.white_advantage_held);
    EXPECT_LT(std::abs(*table.players[0].rating), 600);
    EXPECT_LT(*table.players[0].sd, 400);
  }
}

// White never lost, but drew: it is the draws that aren't told, not the colours.
TEST(Ratings, KeepColourApartFromStrengthWhereWhiteNeverLost) {
  RatingInput input{.players = 2, .meetings = {}, .pairs = {}};
  input.meetings.push_back({.white = 0, .black = 1, .draws = 42, .wins = 18});
  input.meetings.push_back({.white = 1, .black = 0, .draws = 14, .wins = 6});
  for (const RatingModel model : {RatingModel::kDavidson, RatingModel::kRaoKupper}) {
    const RatingTable table = *FitRatings(input, {.model = model});
    EXPECT_TRUE(table.draw_parameter_held);
    EXPECT_FALSE(table.white_advantage_held);
    EXPECT_NEAR(*table.players[0].rating, 0, 1e-3);
    EXPECT_GT(table.white_advantage, 50);
  }
}

TEST(Ratings, SayWhoOnlyWonThoughNobodyCanBeRated) {
  RatingInput input{.players = 2, .meetings = {}, .pairs = {}};
  input.meetings.push_back({.white = 0, .black = 1, .wins = 10});
  const RatingTable table = *FitRatings(input, {});
  EXPECT_EQ(table.players[0].status, PlayerStatus::kOnlyWon);
  EXPECT_EQ(table.players[1].status, PlayerStatus::kOnlyLost);
  for (const PlayerRating& player : table.players) {
    EXPECT_FALSE(player.rating || player.sd);
  }
}

// However many ended alike, what they spread isn't nothing.
TEST(Ratings, AreNeverCertain) {
  for (const double count : {30.0, 100.0, 10'000.0}) {
    RatingInput drawn = Two(0, count, 0);
    EXPECT_GT(*FitRatings(drawn, {})->players[0].sd, 10 / count);
    drawn.pairs.push_back(
        {.first = 0, .second = 1, .counts = {{0, 0, 0}, {0, count, 0}, {0, 0, 0}}});
    EXPECT_GT(*FitRatings(drawn, {})->players[0].sd, 10 / count);
    EXPECT_GT(*FitRatings(drawn, {})->white_advantage_sd, 10 / count);
  }
}

// Only the prior tells strength and colour apart here, and it is as unsure as it is weak.
TEST(Ratings, AreAsUnsureAsThePriorWhereItAloneSpeaks) {
  const auto sd = [](double losses) {
    RatingInput input{.players = 2, .meetings = {}, .pairs = {}};
    input.meetings.push_back({.white = 0, .black = 1, .losses = losses, .draws = 50, .wins = 50});
    return *FitRatings(input, {.prior_draws = 1})->players[0].sd;
  };
  EXPECT_NEAR(sd(0) / sd(1), 1, 0.15);
  EXPECT_GT(sd(0), 40);
}

// A few games with one colour say as little of strength as they are few, however many there were
// with the other, and a game lost among a hundred doesn't change that.
TEST(Ratings, AreAsUnsureAsTheColourThatWasPlayedLeast) {
  const auto sd = [](double losses, double reversed_draws) {
    RatingInput input{.players = 2, .meetings = {}, .pairs = {}};
    input.meetings.push_back(
        {.white = 0, .black = 1, .losses = losses, .draws = 50 - losses, .wins = 50});
    input.meetings.push_back({.white = 1, .black = 0, .draws = reversed_draws});
    return *FitRatings(input, {})->players[0].sd;
  };
  EXPECT_GT(sd(0, 1), 85);  // a coin toss: 400 / ln 10 / 2
  EXPECT_NEAR(sd(0, 1) / sd(1, 1), 1, 0.15);
  EXPECT_LT(sd(0, 2), sd(0, 1));
  EXPECT_GT(sd(0, 100), 0.05);
}

// The first games, of whose spread next to nothing is known, never make a player less sure.
TEST(Ratings, AreNeverLessSureThanBeforeTheFirstGame) {
  for (const double anchor_sd : {20.0, 200.0, 1000.0}) {
    double before = anchor_sd;
    for (const double draws : {1.0, 2.0, 3.0, 5.0, 10.0, 29.0, 30.0, 100.0}) {
      RatingInput input{.players = 3, .meetings = {}, .pairs = {}};
      input.meetings.push_back(
          {.white = 0, .black = 1, .losses = 5000, .draws = 9000, .wins = 5000});
      input.meetings.push_back({.white = 2, .black = 1, .draws = draws});
      const RatingTable table =
          *FitRatings(input, {.anchors = {{.player = 1, .rating = 0}},
                              .loose_anchors = {{.player = 2, .rating = 0, .sd = anchor_sd}},
                              .white_advantage = 0});
      EXPECT_LT(*table.players[2].sd, before) << anchor_sd << " " << draws;
      before = *table.players[2].sd;
    }
  }
}

// The prior's draws are no games, so they say nothing of how games spread: 200 decisive games and
// 100 virtual draws make slopes of variance 200 / 4 + 100 / 4 against a curvature of 300 / 4.
TEST(Ratings, TakeThePriorsDrawsForNoGames) {
  RatingInput input{.players = 2, .meetings = {}, .pairs = {}};
  input.meetings.push_back({.white = 0, .black = 1, .losses = 50, .draws = 0, .wins = 50});
  input.meetings.push_back({.white = 1, .black = 0, .losses = 50, .draws = 0, .wins = 50});
  const RatingTable table = *FitRatings(input, {.prior_draws = 100});
  EXPECT_EQ(table.draw_rate_equal, 0);
  EXPECT_NEAR(*table.players[0].sd, 400 / std::log(10.0) / std::sqrt(75) / 2, 1e-3);
}

TEST(Ratings, WantLooseAnchorsThatSaySomething) {
  const auto status =
      FitRatings(Two(1, 1, 1), {.loose_anchors = {{.player = 0, .rating = 0, .sd = 1001}}})
          .status();
  EXPECT_THAT(std::string(status.message()), HasSubstr("1001; it lies within 0.01 and 1000"));
}

// Of two players, errors are those of a match: few results that ended alike are no certainty.
TEST(Ratings, AreAsUncertainAsAMatchOfFewPairs) {
  for (const int64_t pairs : {1, 2, 10, 29}) {
    const auto count = static_cast<double>(pairs);
    RatingInput input = Two(0, count, 0);
    input.pairs.push_back(
        {.first = 0, .second = 1, .counts = {{0, 0, 0}, {0, count, 0}, {0, 0, 0}}});
    const RatingTable table = *FitRatings(input, {.errors_relative_to = 1});
    const ErrorSpread spread = ErrorSpreadOf(MakeSample(Pentanomial{0, 0, pairs, 0, 0}));
    const double score_error = std::sqrt(spread.NormalVariance() / count);
    const double elo_per_score = 4 * 400 / std::log(10.0);
    EXPECT_NEAR(*table.players[0].sd / (elo_per_score * score_error), 1, 0.02) << pairs;
  }
}

// A ring of players who score evenly, each with 160 games at variance 1/8 a game.
RatingInput Ring() {
  RatingInput input;
  input.players = kExactPlayers + 1;
  for (uint32_t i = 0; i < input.players; ++i) {
    for (uint32_t step = 1; step <= 20; ++step) {
      const uint32_t other = (i + step * step) % static_cast<uint32_t>(input.players);
      input.meetings.push_back({.white = i, .black = other, .losses = 1, .draws = 2, .wins = 1});
    }
  }
  return input;
}

TEST(Ratings, ProbeErrorsOfLargePools) {
  const double lone = 400 / std::log(10.0) * std::sqrt(0.125 * 160) / (0.25 * 160);
  for (const RatingModel model :
       {RatingModel::kScoreLogistic, RatingModel::kDavidson, RatingModel::kRaoKupper}) {
    const RatingTable table = *FitRatings(Ring(), {.model = model, .compared = {700, 0}});
    EXPECT_EQ(table.errors, ErrorKind::kProbed);
    double sum = 0;
    for (const PlayerRating& player : table.players) sum += *player.sd;
    const double mean = sum / static_cast<double>(table.players.size());
    // A little more than alone, because opponents err too; the other models have scales of their
    // own (Davidson's is 1 / (1 - draws) times as long).
    const double scale = model == RatingModel::kScoreLogistic ? 1
                         : model == RatingModel::kDavidson    ? 2
                                                              : 4.0 / 3;
    EXPECT_NEAR(mean / lone / scale, 1.01, 0.03);
    // Exactly known, and of two players who hardly share an opponent.
    EXPECT_NEAR(*table.SdBetween(0, 700) / mean, std::sqrt(2.0), 0.05);
    EXPECT_NEAR(*table.Superiority(0, 700), 0.5, 1e-6);
    EXPECT_FALSE(table.SdBetween(0, 1).has_value());
  }
}

}  // namespace
}  // namespace rookery::stats
