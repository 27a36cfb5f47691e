// Engines that a worker's slot keeps: closed once no pair has wanted them for a while, and bounded.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "base/bounded_queue.h"
#include "base/engine_manifest.h"
#include "base/file.h"
#include "base/sha256.h"
#include "engine/chess/notation.h"
#include "tests/support/temp_path.h"
#include "tests/support/wait_until.h"
#include "worker/match/slot_pool.h"

namespace rookery::worker {
namespace {

class IdleEnginesTest : public ::testing::Test {
 protected:
  IdleEnginesTest() : folder_(rookery::testing::TempPath("idle_engines")) {
    EXPECT_TRUE(MakeFolders(folder_).ok());
    const std::string program = *ReadFile(ROOKERY_ZOO, int64_t{256} << 20);
    manifest_.program_sha256 = Put(program);
    manifest_.program_bytes = static_cast<int64_t>(program.size());
    manifest_.platform = ThisPlatform();
    manifest_.arguments = {"ok"};
    book_ = Put(chess::ToFen(chess::Position::Start()) + "\n");
  }
  ~IdleEnginesTest() override { std::filesystem::remove_all(folder_); }

  std::string Put(const std::string& text) {
    const std::string sha256 = Sha256Hex(text);
    EXPECT_TRUE(WriteFileAtomically(folder_ + "/" + sha256, text).ok());
    return sha256;
  }

  SlotPoolOptions Options(int64_t idle_ms) {
    SlotPoolOptions options;
    options.artifact_path = [this](const std::string& sha256) -> absl::StatusOr<std::string> {
      return folder_ + "/" + sha256;
    };
    options.uci.may_run_unconfined = true;
    options.uci.platform = ThisPlatform();
    options.on_outcome = [this](const PairOrder&, absl::StatusOr<PlayedPair> pair) {
      EXPECT_TRUE(pair.ok()) << pair.status();
      EXPECT_TRUE(played_.TryPush(0));
    };
    options.idle_ms = idle_ms;
    options.clock = &clock_;
    return options;
  }

  // Two engines that no other pair has.
  void Play(SlotPool& pool, int number) {
    auto plan = std::make_shared<PlayPlan>();
    plan->run = "run";
    manifest_.name = fmt::format("zoo {}", number);
    plan->dev = plan->base = SideSpec{manifest_.name, Put(*ManifestText(manifest_))};
    plan->limits.each.per_move.nodes = 1;
    plan->limits.max_moves = 1;
    plan->book_sha256 = book_;
    plan->book_lines = 1;
    plan->rule_profile = "engine";
    plan->hash_kib = 1024;
    pool.Start({"lease", plan, 0});
    while (played_.PopSome(1, std::chrono::hours(1)).empty()) {
    }
  }

  // Programs that were started from this test's folder and are alive.
  int Alive() const {
    int count = 0;
    for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
      std::error_code error;
      const auto program = std::filesystem::read_symlink(entry.path() / "exe", error);
      if (!error && program.string().find(folder_) == 0) ++count;
    }
    return count;
  }

  const std::string folder_;
  EngineManifest manifest_;
  std::string book_;
  BoundedQueue<int> played_{1};
  RealClock clock_;
};

TEST_F(IdleEnginesTest, AreClosedWhenNoPairWantsThem) {
  SlotPool pool(Options(50));
  Play(pool, 1);
  EXPECT_TRUE(rookery::testing::WaitUntil([this] { return Alive() == 0; }));
  Play(pool, 1);
}

TEST_F(IdleEnginesTest, AreFewHoweverManyRunsThereWere) {
  SlotPool pool(Options(3'600'000));
  for (int number = 0; number < 5; ++number) Play(pool, number);
  EXPECT_EQ(Alive(), 4);
}

}  // namespace
}  // namespace rookery::worker
