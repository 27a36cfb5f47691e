#include "coordinator/query/live_games.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace rookery::coordinator {
namespace {

using std::chrono::milliseconds;
using ::testing::ElementsAre;

class LiveGamesTest : public ::testing::Test {
 protected:
  LiveGamesTest() {
    live_.SetOnWatched([this](const RunId& run) { asked_.push_back(run); });
  }
  void Put(uint64_t pair, const WorkerId& worker = "w", bool over = false, const RunId& run = "r") {
    live_.Put(run, {pair, 1, worker, {}, over});
  }
  std::vector<uint64_t> Shown(const RunId& run = "r") {
    std::vector<uint64_t> pairs;
    for (const LiveRecord& one : live_.Wait(run, 0, milliseconds(0)).games) {
      pairs.push_back(one.pair);
    }
    return pairs;
  }

  FakeClock clock_;
  LiveGames live_{&clock_};
  std::vector<RunId> asked_;
};

TEST_F(LiveGamesTest, HoldsNothingOfARunThatNobodyWatches) {
  Put(1);
  int64_t asked = 0;
  EXPECT_FALSE(live_.ShouldAsk("r", &asked));
  ASSERT_TRUE(live_.Watch("r"));
  EXPECT_TRUE(Shown().empty());
  Put(2);
  EXPECT_THAT(Shown(), ElementsAre(2));
  clock_.Advance(LiveGames::kWatchFor);
  Put(3);
  EXPECT_THAT(Shown(), ElementsAre(2));
}

TEST_F(LiveGamesTest, TellsOfANewWatchAndAsksAgainNowAndThen) {
  ASSERT_TRUE(live_.Watch("r"));
  ASSERT_TRUE(live_.Watch("r"));
  EXPECT_THAT(asked_, ElementsAre("r"));
  int64_t asked = 0;
  clock_.Advance(absl::Seconds(1));
  EXPECT_TRUE(live_.ShouldAsk("r", &asked));
  EXPECT_FALSE(live_.ShouldAsk("r", &asked));
  clock_.Advance(LiveGames::kAskAgain);
  EXPECT_TRUE(live_.ShouldAsk("r", &asked));
  clock_.Advance(LiveGames::kWatchFor);
  EXPECT_FALSE(live_.ShouldAsk("r", &asked));
}

TEST_F(LiveGamesTest, ShowsAFewGamesAndLetsThoseGoOnThatAreShown) {
  ASSERT_TRUE(live_.Watch("r"));
  for (uint64_t pair = 0; pair < 10; ++pair) Put(pair, fmt::format("w{}", pair));
  EXPECT_THAT(Shown(), ElementsAre(0, 1, 2, 3));
  Put(2, "w2", true);
  Put(20, "w20");  // a game that is over is still looked at
  EXPECT_THAT(Shown(), ElementsAre(0, 1, 2, 3));
  clock_.Advance(absl::Seconds(3));
  Put(20, "w20");
  EXPECT_THAT(Shown(), ElementsAre(0, 1, 3, 20));
  Put(30, "w1");  // the worker has gone on with another one
  EXPECT_THAT(Shown(), ElementsAre(0, 3, 20, 30));
}

TEST_F(LiveGamesTest, WakesWhoWaitsAndEndsWithTheServer) {
  ASSERT_TRUE(live_.Watch("r"));
  Put(1);
  const LiveGames::Batch first = live_.Wait("r", 0, milliseconds(0));
  ASSERT_EQ(first.games.size(), 1u);
  EXPECT_TRUE(live_.Wait("r", first.last, milliseconds(1)).games.empty());
  live_.Stop();
  EXPECT_TRUE(live_.Wait("r", first.last, milliseconds(60'000)).ended);
}

TEST_F(LiveGamesTest, BoundsTheRunsThatAreWatched) {
  for (size_t run = 0; run < LiveGames::kMostRuns; ++run) {
    ASSERT_TRUE(live_.Watch(fmt::format("r{}", run)));
  }
  EXPECT_FALSE(live_.Watch("one more"));
  EXPECT_TRUE(live_.Watch("r0"));
  clock_.Advance(LiveGames::kWatchFor);
  EXPECT_TRUE(live_.Watch("one more"));
}

}  // namespace
}  // namespace rookery::coordinator
