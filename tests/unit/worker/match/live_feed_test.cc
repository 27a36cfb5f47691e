#include "worker/match/live_feed.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace rookery::worker {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

class LiveFeedTest : public ::testing::Test {
 protected:
  void Move(int slot, uint64_t pair, int number = 1, bool over = false, size_t moves = 1,
            const std::string& run = "runs/a") {
    const std::vector<chess::Move> played(moves);
    PlayedGame said;
    said.scores_cp = std::vector<int>(moves, 20);
    said.result = GameResult::kBlackWins;
    said.end = GameEnd::kTime;
    feed_.OnMove(slot, run, pair, {number, played, said, over});
  }
  void Watch(int games = 2, int seconds = 30, const std::string& run = "runs/a") {
    feed_.Watch({run, seconds, games, 500});
  }
  std::vector<std::string> Take() { return std::exchange(sent_, {}); }

  FakeClock clock_;
  std::vector<std::string> sent_;
  LiveFeed feed_{&clock_, [this](const std::string& run, LiveGame game) {
                   EXPECT_EQ(game.scores_cp.size(), game.moves.size());
                   EXPECT_EQ(game.result, GameResult::kBlackWins);
                   EXPECT_EQ(game.end, GameEnd::kTime);
                   sent_.push_back(fmt::format("{} {}.{}{}", run, game.pair_index, game.number,
                                               game.over ? " over" : ""));
                 }};
};

TEST_F(LiveFeedTest, SendsNothingUnlessItsRunIsWatched) {
  Move(0, 7);
  Watch(2, 30, "runs/b");
  Move(0, 7);
  EXPECT_THAT(Take(), IsEmpty());
  Watch();
  Move(0, 7);
  EXPECT_THAT(Take(), ElementsAre("runs/a 7.1"));
}

TEST_F(LiveFeedTest, SendsAGameNotMoreOftenThanAsked) {
  Watch();
  for (int i = 0; i < 100; ++i) {
    Move(0, 7);
    clock_.Advance(absl::Milliseconds(99));
  }
  EXPECT_EQ(Take().size(), 17u);  // of 9.9 s, every sixth move
}

TEST_F(LiveFeedTest, SeesAGameThatWasShownToItsEnd) {
  Watch();
  Move(0, 7);
  Move(0, 7, 1, true);
  Move(0, 7, 2);
  Move(0, 7, 2, true);  // never shown
  EXPECT_THAT(Take(), ElementsAre("runs/a 7.1", "runs/a 7.1 over"));
}

TEST_F(LiveFeedTest, ShowsSoManySlotsAtMost) {
  Watch(2);
  for (int slot = 0; slot < 5; ++slot) Move(slot, static_cast<uint64_t>(slot));
  EXPECT_THAT(Take(), ElementsAre("runs/a 0.1", "runs/a 1.1"));
}

TEST_F(LiveFeedTest, EndsWithItsTimeUnlessItIsRenewed) {
  Watch(2, 10);
  clock_.Advance(absl::Seconds(8));
  Watch(2, 10);
  clock_.Advance(absl::Seconds(8));
  Move(0, 1);
  clock_.Advance(absl::Seconds(3));
  Move(0, 2);
  EXPECT_THAT(Take(), ElementsAre("runs/a 1.1"));
  Watch(2, 10);
  Watch(2, 0);
  Move(0, 3);
  EXPECT_THAT(Take(), IsEmpty());
}

// Whatever the other side asks for.
TEST_F(LiveFeedTest, HoldsItsBounds) {
  feed_.Watch({"runs/a", 1'000'000, 1'000'000, -5});
  for (int slot = 0; slot < 50; ++slot) Move(slot, 1);
  EXPECT_EQ(Take().size(), static_cast<size_t>(LiveFeed::kMaxGames));
  Move(0, 2, 1, false, LiveFeed::kMaxMoves + 1);
  clock_.Advance(absl::Milliseconds(LiveFeed::kMinIntervalMs - 1));
  Move(0, 2);
  EXPECT_THAT(Take(), IsEmpty());
  clock_.Advance(absl::Seconds(LiveFeed::kMaxSeconds));
  Move(0, 3);
  EXPECT_THAT(Take(), IsEmpty());
  for (int run = 0; run < 20; ++run) Watch(1, 30, fmt::format("runs/{}", run));
  Move(0, 1, 1, false, 1, "runs/0");
  EXPECT_THAT(Take(), IsEmpty());  // the oldest went first
  Move(0, 1, 1, false, 1, "runs/19");
  EXPECT_EQ(Take().size(), 1u);
}

}  // namespace
}  // namespace rookery::worker
