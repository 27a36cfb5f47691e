#include "base/pairing/league.h"

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <utility>

namespace rookery {
namespace {

TEST(League, RoundRobinGivesEachPairingItsPairsRoundByRound) {
  const LeagueShape shape{.engines = 5, .pairs = 7};
  ASSERT_EQ(LeaguePairs(shape), 70U);
  std::map<std::pair<int, int>, std::set<uint64_t>> numbers;
  for (uint64_t index = 0; index < 70; ++index) {
    const LeaguePlace place = PlaceOf(shape, index);
    EXPECT_EQ(place.round, index / 10);
    const Seats seats = SeatsOf(shape, place.cell);
    EXPECT_LT(seats.first, seats.second);
    const std::pair pairing(seats.first, seats.second);
    EXPECT_TRUE(numbers[pairing].insert(place.number).second) << index;
  }
  ASSERT_EQ(numbers.size(), 10U);
  for (const auto& [pairing, seen] : numbers) EXPECT_EQ(seen.size(), 7U);
}

TEST(League, GauntletMeetsOnlyItsSeeds) {
  const LeagueShape shape{.format = Format::kGauntlet, .engines = 6, .pairs = 1, .seeds = 2};
  ASSERT_EQ(LeagueCells(shape), 9U);  // 5 + 4
  for (uint64_t cell = 0; cell < 9; ++cell) EXPECT_LT(SeatsOf(shape, cell).first, 2);
}

TEST(League, KnowsTheSameCellsByIndexAndByRounds) {
  for (const LeagueShape& shape :
       {LeagueShape{.engines = 2, .pairs = 3}, LeagueShape{.engines = 9, .pairs = 1},
        LeagueShape{.format = Format::kGauntlet, .engines = 64, .pairs = 2, .seeds = 3}}) {
    const LeagueRounds rounds(shape);
    ASSERT_EQ(rounds.cells().size(), LeagueCells(shape));
    EXPECT_EQ(rounds.known_pairs(), LeaguePairs(shape));
    for (uint64_t cell = 0; cell < rounds.cells().size(); ++cell) {
      EXPECT_EQ(rounds.cells()[cell], SeatsOf(shape, cell));
    }
  }
}

TEST(League, SwissMakesARoundKnownFromTheResultsOfTheOneBefore) {
  const LeagueShape shape{.format = Format::kSwiss, .engines = 4, .pairs = 3, .rounds = 3};
  LeagueRounds rounds(shape);
  EXPECT_EQ(rounds.known_pairs(), 6U);
  EXPECT_EQ(rounds.cells()[0], (Seats{0, 1}));
  EXPECT_EQ(rounds.cells()[1], (Seats{2, 3}));
  rounds.EndRound({2, 10});  // 1 and 2 win
  ASSERT_EQ(rounds.known_pairs(), 12U);
  EXPECT_EQ(rounds.cells()[2], (Seats{1, 2}));
  EXPECT_EQ(rounds.cells()[3], (Seats{0, 3}));
  rounds.EndRound({6, 6});
  EXPECT_EQ(rounds.known_pairs(), LeaguePairs(shape));
  rounds.EndRound({6, 6});
  EXPECT_EQ(rounds.known_pairs(), 18U);
}

TEST(League, SwissPlacesGoOnWithTheOpeningsWhereTwoMeetAgain) {
  const LeagueShape shape{.format = Format::kSwiss, .engines = 3, .pairs = 4, .rounds = 5};
  EXPECT_EQ(LeaguePairs(shape), 20U);
  EXPECT_EQ(LeagueOpenings(shape), 20U);
  std::set<uint64_t> numbers;  // one meeting a round, so the same two could have all of them
  for (uint64_t index = 0; index < 20; ++index) {
    EXPECT_TRUE(numbers.insert(PlaceOf(shape, index).number).second);
    EXPECT_EQ(PlaceOf(shape, index).cell, index / 4);
  }
}

TEST(League, RepeatsNoOpeningWithinAPairingAndHasOtherOnesInEach) {
  const LeagueShape shape{.engines = 4, .pairs = 50};
  std::map<uint64_t, std::set<uint64_t>> openings;
  std::map<uint64_t, uint64_t> first;
  for (uint64_t index = 0; index < LeaguePairs(shape); ++index) {
    const LeaguePlace place = PlaceOf(shape, index);
    const PairPlan plan = PlanLeaguePair(77, SeatsOf(shape, place.cell), place.number, 50);
    EXPECT_TRUE(openings[place.cell].insert(plan.opening).second);
    if (place.number == 0) first[place.cell] = plan.opening;
  }
  std::set<uint64_t> distinct;
  for (const auto& [cell, opening] : first) distinct.insert(opening);
  EXPECT_GT(distinct.size(), 3U);
}

TEST(League, PlansAPairAlikeWhoeverSitsFirst) {
  EXPECT_EQ(PlanLeaguePair(5, {1, 3}, 9, 100).opening, PlanLeaguePair(5, {3, 1}, 9, 100).opening);
}

TEST(League, RefusesShapesThatCannotBePlayed) {
  const auto bad = [](LeagueShape shape) { return absl::IsInvalidArgument(CheckLeague(shape)); };
  EXPECT_TRUE(CheckLeague({.engines = 8, .pairs = 100}).ok());
  EXPECT_TRUE(bad({.engines = 1}));
  EXPECT_TRUE(bad({.engines = kMaxLeagueEngines + 1}));
  EXPECT_TRUE(bad({.pairs = 0}));
  EXPECT_TRUE(bad({.format = Format::kKnockout}));
  EXPECT_TRUE(bad({.format = Format::kSwiss, .engines = 4, .pairs = 1}));
  EXPECT_TRUE(bad({.format = Format::kSwiss, .engines = 4, .pairs = 501, .rounds = 2}));
  EXPECT_TRUE(bad({.engines = 4, .pairs = 1, .rounds = 2}));
  EXPECT_TRUE(bad({.engines = 4, .pairs = 1, .seeds = 2}));
  EXPECT_TRUE(bad({.format = Format::kGauntlet, .engines = 4, .pairs = 1, .seeds = 4}));
}

}  // namespace
}  // namespace rookery
