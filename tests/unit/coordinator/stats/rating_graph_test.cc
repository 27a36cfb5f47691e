#include "coordinator/stats/rating_graph.h"

#include <gtest/gtest.h>

namespace rookery::stats {
namespace {

TEST(RatingGraph, RatesACycleOfWins) {
  RatingInput input;
  input.players = 3;
  for (uint32_t i = 0; i < 3; ++i) {
    input.meetings.push_back({.white = i, .black = (i + 1) % 3, .wins = 1});
  }
  for (const PlayerPlace& place : PlacePlayers(input).players) {
    EXPECT_EQ(place.status, PlayerStatus::kRated);
  }
}

TEST(RatingGraph, SetsApartWhoOnlyMeetsTheRatedFromOneSide) {
  // 0, 1, 2 draw with each other; 3 and 4 draw with each other, and 3 beat 0.
  RatingInput input;
  input.players = 5;
  input.meetings = {{.white = 0, .black = 1, .draws = 1},
                    {.white = 1, .black = 2, .draws = 1},
                    {.white = 3, .black = 4, .draws = 1},
                    {.white = 3, .black = 0, .wins = 1}};
  const RatingGraph graph = PlacePlayers(input);
  EXPECT_EQ(graph.groups, 1u);
  EXPECT_EQ(graph.players[2].status, PlayerStatus::kRated);
  EXPECT_EQ(graph.players[3].status, PlayerStatus::kApart);
  EXPECT_EQ(graph.players[4].status, PlayerStatus::kApart);
}

TEST(RatingGraph, WalksAChainOfAnyLength) {
  RatingInput input;
  input.players = 100'000;
  for (uint32_t i = 0; i + 1 < input.players; ++i) {
    input.meetings.push_back({.white = i, .black = i + 1, .draws = 1});
  }
  const RatingGraph graph = PlacePlayers(input);
  EXPECT_EQ(graph.groups, 1u);
  EXPECT_EQ(graph.players.back().status, PlayerStatus::kRated);
}

}  // namespace
}  // namespace rookery::stats
