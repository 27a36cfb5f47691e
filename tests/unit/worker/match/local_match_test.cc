#include "worker/match/local_match.h"

#include <gtest/gtest.h>

#include <set>

#include "engine/chess/notation.h"
#include "tests/unit/worker/match/scripted_player.h"

namespace rookery::worker {
namespace {

class LocalMatchTest : public ::testing::Test {
 protected:
  LocalMatchTest() {
    book_ = *openings::Book::FromText(std::string(chess::kStartFen), "start");
    options_.pairs = 20;
    options_.threads = 3;
    options_.limits.per_move.nodes = 1;
    options_.limits.max_moves = 2;
    options_.book = book_.get();
    options_.clock = &clock_;
  }

  static PlayerFactory Make(std::string name) {
    return [name]() -> absl::StatusOr<std::unique_ptr<Player>> {
      return std::make_unique<ScriptedPlayer>(name);
    };
  }

  FakeClock clock_;
  std::unique_ptr<openings::Book> book_;
  LocalMatchOptions options_;
  std::atomic<bool> stop_ = false;
};

TEST_F(LocalMatchTest, PlaysEveryPairOnce) {
  std::set<uint64_t> seen;
  const auto status = PlayLocalMatch(
      options_, Make("a"), Make("b"),
      [&](const PlayedPair& pair, const PairPlan&) { return seen.insert(pair.pair_index).second; },
      stop_);
  EXPECT_TRUE(status.ok()) << status;
  EXPECT_EQ(seen.size(), 20u);
}

TEST_F(LocalMatchTest, EndsWhenTheCallbackHasEnough) {
  int calls = 0;
  const auto status = PlayLocalMatch(
      options_, Make("a"), Make("b"),
      [&](const PlayedPair&, const PairPlan&) { return ++calls < 5; }, stop_);
  EXPECT_TRUE(status.ok()) << status;
  EXPECT_EQ(calls, 5);
}

TEST_F(LocalMatchTest, APlayerThatCannotBeMadeIsTheMatchsError) {
  const auto status = PlayLocalMatch(
      options_, Make("a"),
      []() -> absl::StatusOr<std::unique_ptr<Player>> { return absl::NotFoundError("no engine"); },
      [](const PlayedPair&, const PairPlan&) { return true; }, stop_);
  EXPECT_TRUE(absl::IsNotFound(status)) << status;
}

TEST_F(LocalMatchTest, ABrokenOpeningIsTheMatchsError) {
  book_ = *openings::Book::FromText("nonsense", "book.epd");
  options_.book = book_.get();
  const auto status = PlayLocalMatch(
      options_, Make("a"), Make("b"), [](const PlayedPair&, const PairPlan&) { return true; },
      stop_);
  EXPECT_TRUE(absl::IsInvalidArgument(status)) << status;
}

}  // namespace
}  // namespace rookery::worker
