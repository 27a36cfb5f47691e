#include "base/pairing/league.h"

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <utility>

#include "base/rng.h"

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
  rounds.EndRound({2, 10, 6, 6});
  EXPECT_EQ(rounds.known_pairs(), LeaguePairs(shape));
  rounds.EndRound({2, 10, 6, 6, 6, 6});
  EXPECT_EQ(rounds.known_pairs(), 18U);
}

// The schedule of a local Swiss keeps what it was told and draws on; this one draws from all there
// is.
TEST(League, SwissDrawsAsALocalOneDoes) {
  Rng rng(11);
  for (int engines = 2; engines <= 9; ++engines) {
    const LeagueShape shape{.format = Format::kSwiss, .engines = engines, .pairs = 2, .rounds = 7};
    LeagueRounds rounds(shape);
    Schedule schedule =
        *Schedule::Create({.format = Format::kSwiss, .engines = engines, .rounds = 7, .games = 4});
    std::vector<int64_t> points;
    for (uint64_t id = 0; id < schedule.known(); ++id) {
      const ScheduledGame game = schedule.At(id);
      ASSERT_EQ(rounds.cells().at(game.encounter), (Seats{game.first, game.second}));
      points.resize(rounds.cells().size());
      const auto result = static_cast<int>(rng.Below(3));  // half points of White
      points[game.encounter] += game.first_is_white ? result : 2 - result;
      schedule.Record(game, result == 0   ? GameResult::kBlackWins
                            : result == 1 ? GameResult::kDraw
                                          : GameResult::kWhiteWins);
      if (id + 1 == 4 * rounds.cells().size()) rounds.EndRound(points);
    }
    EXPECT_TRUE(schedule.complete());
    EXPECT_EQ(rounds.cells().size(), LeagueCells(shape));
  }
}

TEST(League, RoundsThatWereDrawnStandWhateverTheResultsBecome) {
  const LeagueShape shape{.format = Format::kSwiss, .engines = 4, .pairs = 3, .rounds = 3};
  LeagueRounds rounds(shape);
  rounds.EndRound({2, 10});
  auto drawn = LeagueRounds::Drawn(shape, rounds.cells());
  ASSERT_TRUE(drawn.ok()) << drawn.status();
  EXPECT_EQ(drawn->known_pairs(), 12U);
  drawn->EndRound({10, 2, 6, 6});  // 0 and 3 have won after all, and met already
  EXPECT_EQ(drawn->cells()[2], (Seats{1, 2}));
  EXPECT_EQ(drawn->cells()[4], (Seats{0, 2}));
  EXPECT_EQ(drawn->cells()[5], (Seats{3, 1}));
}

TEST(League, RefusesRoundsThatItCannotHaveDrawn) {
  const LeagueShape shape{.format = Format::kSwiss, .engines = 4, .pairs = 3, .rounds = 1};
  EXPECT_TRUE(LeagueRounds::Drawn(shape, {{0, 3}, {1, 2}}).ok());
  EXPECT_FALSE(LeagueRounds::Drawn(shape, {}).ok());
  EXPECT_FALSE(LeagueRounds::Drawn(shape, {{0, 3}}).ok());
  EXPECT_FALSE(LeagueRounds::Drawn(shape, {{0, 3}, {3, 2}}).ok());
  EXPECT_FALSE(LeagueRounds::Drawn(shape, {{0, 4}, {1, 2}}).ok());
  EXPECT_FALSE(LeagueRounds::Drawn(shape, {{0, 3}, {1, 2}, {0, 1}, {2, 3}}).ok());
  EXPECT_FALSE(LeagueRounds::Drawn({.engines = 3}, {{0, 1}, {1, 2}, {0, 2}}).ok());
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
