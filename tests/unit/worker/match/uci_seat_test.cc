#include "worker/match/uci_seat.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/unit/worker/match/scripted_player.h"

namespace rookery::worker {
namespace {

using ::testing::HasSubstr;

absl::Status CheckOneThat(const absl::Status& fails, int64_t nodes, int64_t* asked) {
  ScriptedPlayer player("tide");
  player.Does([&](const MoveLimits& limits) {
    *asked = limits.own.nodes;
    return fails;
  });
  return CheckHeedsNodes(player, nodes);
}

TEST(CheckHeedsNodes, RefusesWhoeverSearchesOn) {
  int64_t asked = 0;
  const absl::Status status = CheckOneThat(absl::DeadlineExceededError("late"), 200, &asked);
  EXPECT_EQ(status.code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_THAT(
      std::string(status.message()),
      HasSubstr("tide doesn't end a search of 200 nodes (late); give it a depth or a time"));
  EXPECT_EQ(asked, 200);
}

TEST(CheckHeedsNodes, LeavesOtherFaultsToTheGames) {
  int64_t asked = 0;
  EXPECT_TRUE(CheckOneThat(absl::UnavailableError("died"), 200, &asked).ok());
  EXPECT_TRUE(CheckOneThat(absl::InvalidArgumentError("e2e5"), 200, &asked).ok());
  EXPECT_TRUE(CheckOneThat(absl::OkStatus(), 1'000'000, &asked).ok());
  EXPECT_LE(asked, 1000) << "a trial is short";
  EXPECT_TRUE(absl::IsCancelled(CheckOneThat(absl::CancelledError("stopped"), 200, &asked)));
}

TEST(CheckHeedsNodes, AsksNothingWhereNoNodesBoundTheSearch) {
  int64_t asked = -1;
  EXPECT_TRUE(CheckOneThat(absl::DeadlineExceededError("late"), 0, &asked).ok());
  EXPECT_EQ(asked, -1);
}

}  // namespace
}  // namespace rookery::worker
