// UCI engines as artifacts on a worker: fetched, looked at, started in its sandbox.
#include "worker/match/uci_seat.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <map>

#include "base/engine_manifest.h"
#include "base/file.h"
#include "base/sha256.h"
#include "tests/support/temp_path.h"

namespace rookery::worker {
namespace {

class UciSeatTest : public ::testing::Test {
 protected:
  UciSeatTest() {
    host_.sandbox = DetectSandbox();
    host_.may_run_unconfined = true;
    host_.platform = ThisPlatform();
    host_.instruction_sets = {"avx2"};
    const std::string program = *ReadFile(ROOKERY_ZOO, int64_t{256} << 20);
    manifest_.name = "zoo";
    manifest_.program_sha256 = program_sha256_ = Sha256Hex(program);
    manifest_.program_bytes = static_cast<int64_t>(program.size());
    manifest_.platform = ThisPlatform();
    manifest_.arguments = {"ok"};
    copy_ = rookery::testing::TempPath("program");
    EXPECT_TRUE(WriteFileAtomically(copy_, program).ok());
  }
  ~UciSeatTest() override { std::filesystem::remove(copy_); }

  absl::StatusOr<std::unique_ptr<Player>> Seat(int threads = 1) {
    const absl::StatusOr<std::string> text = ManifestText(manifest_);
    EXPECT_TRUE(text.ok()) << text.status();
    const auto path = [this](const std::string& sha256) -> absl::StatusOr<std::string> {
      if (sha256 == program_sha256_) return copy_;
      return absl::NotFoundError("no such artifact");
    };
    return SeatUciEngine(host_, {"zoo", *text, threads}, path, &clock_);
  }

  RealClock clock_;
  UciHost host_;
  EngineManifest manifest_;
  std::string program_sha256_;
  std::string copy_;
};

TEST_F(UciSeatTest, PlaysAMoveWithTheProgramThatWasFetched) {
  const auto player = Seat(2);
  ASSERT_TRUE(player.ok()) << player.status();
  EXPECT_EQ((*player)->name(), "zoo");
  ASSERT_TRUE((*player)->NewGame(1).ok());
  MoveLimits limits;
  limits.own.nodes = 100;
  EXPECT_TRUE((*player)->Think(chess::Game(chess::Position::Start()), limits).ok());
}

TEST_F(UciSeatTest, SaysWhatTheMachineLacks) {
  manifest_.cpu = {"avx512f"};
  EXPECT_TRUE(absl::IsFailedPrecondition(Seat().status()));
  manifest_.cpu = {};
  manifest_.platform = "plan9-vax";
  EXPECT_TRUE(absl::IsFailedPrecondition(Seat().status()));
  manifest_.platform = ThisPlatform();
  host_.sandbox = SandboxKind::kOff;
  host_.may_run_unconfined = false;
  EXPECT_NE(std::string(Seat().status().message()).find("sandbox"), std::string::npos);
}

TEST_F(UciSeatTest, SaysForGoodThatAnEngineDoesNotStart) {
  manifest_.options = {{"NoSuchOption", "1"}};
  const absl::Status status = Seat().status();
  EXPECT_TRUE(absl::IsFailedPrecondition(status)) << status;
  EXPECT_NE(std::string(status.message()).find("NoSuchOption"), std::string::npos);
  manifest_.options = {};
  manifest_.program_sha256 = std::string(64, 'a');
  EXPECT_TRUE(absl::IsNotFound(Seat().status()));
}

}  // namespace
}  // namespace rookery::worker
