#include "worker/match/slot_pool.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/bounded_queue.h"
#include "base/file.h"
#include "base/status.h"
#include "engine/chess/notation.h"
#include "engine/params/weights.h"
#include "tests/support/temp_path.h"

namespace rookery::worker {
namespace {

using ::testing::HasSubstr;

// The first four plies of a pair between two embedded engines, by 128 nodes a move.
class SlotPoolTest : public ::testing::Test {
 protected:
  SlotPoolTest() {
    EXPECT_TRUE(MakeFolders(folder_).ok());
    Put("weights", params::CanonicalText(params::Weights()));
    Put("book", chess::ToFen(chess::Position::Start()) + "\n");
  }
  void Put(const std::string& name, const std::string& text) {
    EXPECT_TRUE(WriteFileAtomically(folder_ + "/" + name, text).ok());
  }

  absl::StatusOr<PlayedPair> Play(int threads) {
    auto plan = std::make_shared<PlayPlan>();
    plan->run = "run";
    plan->dev = plan->base = SideSpec{"engine", "weights"};
    plan->limits.each.per_move.nodes = 128;
    plan->limits.max_moves = 2;
    plan->book_sha256 = "book";
    plan->book_lines = 1;
    plan->rule_profile = "engine";
    plan->hash_kib = 256;
    plan->threads = threads;
    BoundedQueue<absl::StatusOr<PlayedPair>> played{1};
    SlotPoolOptions options;
    options.artifact_path = [this](const std::string& sha256) {
      return absl::StatusOr<std::string>(folder_ + "/" + sha256);
    };
    options.on_outcome = [&](const PairOrder&, absl::StatusOr<PlayedPair> pair) {
      EXPECT_TRUE(played.TryPush(std::move(pair)));
    };
    options.clock = &clock_;
    SlotPool pool(std::move(options));
    pool.Start({"lease", plan, 0});
    for (;;) {
      auto some = played.PopSome(1, std::chrono::hours(1));
      if (!some.empty()) return std::move(some.front());
    }
  }

  const std::string folder_ = testing::TempPath("artifacts");
  RealClock clock_;
};

// 128 threads share 128 nodes: the one that decides sees nothing but its first.
TEST_F(SlotPoolTest, LetsTheEmbeddedEngineSearchWithTheRunsThreads) {
  const auto alone = Play(1);
  const auto together = Play(128);
  ASSERT_TRUE(alone.ok() && together.ok()) << alone.status() << together.status();
  ASSERT_EQ(alone->first.records.size(), 4U);
  ASSERT_EQ(together->first.records.size(), 4U);
  for (size_t i = 0; i < 4; ++i) {
    EXPECT_GE(alone->first.records[i].depth, 2) << i;
    EXPECT_LE(together->first.records[i].depth, 1) << i;
    EXPECT_LE(together->first.records[i].nodes, 128) << i;
  }
}

TEST_F(SlotPoolTest, PlaysAlikeTwiceWithOneThread) {
  EXPECT_EQ(Play(1)->first.digest, Play(1)->first.digest);
}

TEST_F(SlotPoolTest, SaysHowManyThreadsTheEmbeddedEngineTakes) {
  EXPECT_THAT(Message(Play(257).status()), HasSubstr("threads: 257 asked for"));
}

}  // namespace
}  // namespace rookery::worker
