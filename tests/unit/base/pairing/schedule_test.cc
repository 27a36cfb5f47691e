#include "base/pairing/schedule.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "base/rng.h"

namespace rookery {
namespace {

Schedule Make(const ScheduleOptions& options) {
  auto schedule = Schedule::Create(options);
  EXPECT_TRUE(schedule.ok()) << schedule.status();
  return *std::move(schedule);
}

using Meeting = std::pair<int, int>;
Meeting Of(const ScheduledGame& game) { return {game.white(), game.black()}; }

TEST(Schedule, TwoEnginesExchangeColoursWithinAnEncounter) {
  const Schedule schedule = Make({.rounds = 3});
  ASSERT_EQ(schedule.known(), 6u);
  EXPECT_TRUE(schedule.complete());
  for (uint64_t id = 0; id < 6; ++id) {
    const ScheduledGame game = schedule.At(id);
    EXPECT_EQ(game.encounter, id / 2);
    EXPECT_EQ(game.round, id / 2);
    EXPECT_EQ(Of(game), id % 2 == 0 ? Meeting(0, 1) : Meeting(1, 0)) << id;
  }
}

TEST(Schedule, PairsGamesOfLongEncounters) {
  const Schedule schedule = Make({.rounds = 2, .games = 5});
  const std::vector<std::pair<uint64_t, bool>> wanted = {
      {0, true}, {0, true}, {1, true}, {1, true}, {2, false},
      {3, true}, {3, true}, {4, true}, {4, true}, {5, false}};
  for (uint64_t id = 0; id < 10; ++id) {
    EXPECT_EQ(schedule.At(id).pair, wanted[id].first) << id;
    EXPECT_EQ(schedule.At(id).paired, wanted[id].second) << id;
  }
}

TEST(Schedule, ReverseAndNoSwapDecideColours) {
  EXPECT_EQ(Of(Make({.reverse = true}).At(0)), Meeting(1, 0));
  EXPECT_EQ(Of(Make({.reverse = true}).At(1)), Meeting(0, 1));
  EXPECT_EQ(Of(Make({.swap = false}).At(1)), Meeting(0, 1));
  // One game an encounter: colours alternate from encounter to encounter.
  EXPECT_EQ(Of(Make({.rounds = 2, .games = 1}).At(1)), Meeting(1, 0));
}

TEST(Schedule, RoundRobinMeetsEachPairOnceARound) {
  const Schedule schedule = Make({.engines = 5, .rounds = 2, .games = 2});
  EXPECT_EQ(schedule.total(), 40u);
  std::map<std::pair<uint64_t, Meeting>, int> met;
  for (uint64_t id = 0; id < schedule.known(); ++id) {
    const ScheduledGame game = schedule.At(id);
    EXPECT_LT(game.first, game.second);
    ++met[{game.round, {game.first, game.second}}];
  }
  EXPECT_EQ(met.size(), 20u);
  for (const auto& [key, games] : met) EXPECT_EQ(games, 2);
  // The order of the peers: 01 02 03 04 12 ...
  EXPECT_EQ(schedule.At(8).first, 1);
  EXPECT_EQ(schedule.At(8).second, 2);
}

TEST(Schedule, GauntletSeedsMeetAllThatFollow) {
  const Schedule schedule =
      Make({.format = Format::kGauntlet, .engines = 4, .games = 1, .seeds = 2});
  std::set<Meeting> met;
  for (uint64_t id = 0; id < schedule.known(); ++id) {
    met.insert({schedule.At(id).first, schedule.At(id).second});
  }
  EXPECT_EQ(met, (std::set<Meeting>{{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}}));
}

// Plays all that is known, in any order, until nothing follows; the lower place wins.
std::vector<ScheduledGame> PlayAll(Schedule& schedule, uint64_t seed) {
  Rng rng(seed);
  std::vector<ScheduledGame> played;
  for (uint64_t begin = 0; begin < schedule.known();) {
    std::vector<uint64_t> ids;
    for (uint64_t id = begin; id < schedule.known(); ++id) ids.push_back(id);
    begin = schedule.known();
    for (size_t i = ids.size(); i > 1; --i) std::swap(ids[i - 1], ids[rng.Below(i)]);
    for (const uint64_t id : ids) {
      const ScheduledGame game = schedule.At(id);
      played.push_back(game);
      schedule.Record(
          game, game.white() < game.black() ? GameResult::kWhiteWins : GameResult::kBlackWins);
    }
  }
  return played;
}

TEST(Schedule, SwissNeverRepeatsAMeetingWhileOthersAreLeft) {
  for (const int engines : {5, 8, 9}) {
    Schedule schedule =
        Make({.format = Format::kSwiss, .engines = engines, .rounds = 4, .games = 2});
    EXPECT_EQ(schedule.known(), static_cast<uint64_t>(engines / 2 * 2));
    const std::vector<ScheduledGame> games = PlayAll(schedule, 7);
    EXPECT_TRUE(schedule.complete());
    EXPECT_EQ(games.size(), static_cast<size_t>(engines / 2 * 2 * 4));
    EXPECT_EQ(games.size(), schedule.total());
    std::map<Meeting, int> met;
    for (const ScheduledGame& game : games) ++met[{game.first, game.second}];
    std::map<int, int> byes;
    for (const auto& [who, count] : met) EXPECT_EQ(count, 2) << who.first << " " << who.second;
  }
}

TEST(Schedule, SwissPairingsDependOnResultsAndNotOnTheirOrder) {
  const ScheduleOptions options{.format = Format::kSwiss, .engines = 8, .rounds = 3, .games = 2};
  Schedule one = Make(options);
  Schedule other = Make(options);
  PlayAll(one, 1);
  PlayAll(other, 2);
  ASSERT_EQ(one.known(), other.known());
  for (uint64_t id = 0; id < one.known(); ++id) EXPECT_EQ(Of(one.At(id)), Of(other.At(id)));
  // Winners of the first round meet in the second.
  EXPECT_EQ(one.At(8).first, 0);
  EXPECT_EQ(one.At(8).second, 2);
}

TEST(Schedule, KnockoutLetsTheFirstWinAndMeetTheSecondInTheFinal) {
  Schedule schedule = Make({.format = Format::kKnockout, .engines = 6, .games = 2});
  const std::vector<ScheduledGame> games = PlayAll(schedule, 3);
  EXPECT_TRUE(schedule.complete());
  EXPECT_EQ(schedule.winner(), 0);
  EXPECT_EQ(games.size(), 10u);  // 5 encounters
  EXPECT_EQ(Meeting(games.back().first, games.back().second), Meeting(0, 1));
  EXPECT_EQ(games.back().round, 2u);
}

TEST(Schedule, KnockoutBreaksTiesAndThenTakesTheBetterPlaced) {
  Schedule schedule = Make({.format = Format::kKnockout, .engines = 2, .games = 2});
  uint64_t id = 0;
  for (; id < schedule.known(); ++id) {
    ASSERT_LT(id, 100u);
    schedule.Record(schedule.At(id), GameResult::kDraw);
  }
  EXPECT_EQ(id, 10u);  // the encounter and four tie-breaks
  EXPECT_EQ(schedule.winner(), 0);
}

TEST(Schedule, SaysWhatIsOutOfRange) {
  EXPECT_FALSE(Schedule::Create({.engines = 1}).ok());
  EXPECT_FALSE(Schedule::Create({.rounds = 0}).ok());
  EXPECT_FALSE(Schedule::Create({.games = 0}).ok());
  EXPECT_FALSE(Schedule::Create({.engines = 3, .seeds = 3}).ok());
  EXPECT_FALSE(ParseFormat("pyramid").ok());
}

}  // namespace
}  // namespace rookery
