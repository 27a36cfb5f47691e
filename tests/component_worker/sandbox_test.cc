// What a hostile engine can do in each kind of sandbox that works here.
#include "worker/process/sandbox.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "tests/support/temp_path.h"
#include "worker/player/uci_player.h"
#include "worker/process/child_process.h"

namespace rookery::worker {
namespace {

class SandboxTest : public ::testing::TestWithParam<SandboxKind> {
 protected:
  SandboxTest() : secret_(rookery::testing::TempPath("token")) {
    std::ofstream(secret_) << "secret";
  }

  void SetUp() override {
    sandbox_.kind = GetParam();
    if (!SandboxPlan::Make(sandbox_, "/usr/bin/true").ok()) GTEST_SKIP() << "not on this kernel";
    // Known by trying only: inside a chroot bubblewrap is installed and gets no namespace.
    if (GetParam() == SandboxKind::kBubblewrap && DetectSandbox() != SandboxKind::kBubblewrap) {
      GTEST_SKIP() << "no namespaces here";
    }
  }

  // What the zoo's probe says.
  std::string Probe(std::vector<std::string> words) {
    ChildCommand command{ROOKERY_ZOO, {"probe"}, "", "", sandbox_};
    command.arguments.insert(command.arguments.end(), words.begin(), words.end());
    auto child = ChildProcess::Start(command, &clock_);
    if (!child.ok()) return std::string(child.status().message());
    const auto line = (*child)->ReadLine(clock_.MonotonicNanos() + 5'000'000'000);
    return line.ok() ? std::string(*line) : (*child)->Evidence();
  }

  RealClock clock_;
  Sandbox sandbox_;
  const std::string secret_;
};

TEST_P(SandboxTest, OpensNoSockets) {
  EXPECT_EQ(Probe({"socket"}), "denied");
  EXPECT_EQ(Probe({"unix"}), "denied");
}

TEST_P(SandboxTest, StartsThreadsButNoProcesses) {
  EXPECT_EQ(Probe({"fork"}), "denied");
  EXPECT_EQ(Probe({"thread"}), "reached");
}

TEST_P(SandboxTest, ReadsNothingOfItsUser) {
  EXPECT_EQ(Probe({"read", secret_}), "denied");
  EXPECT_EQ(Probe({"read", "/etc/passwd"}), "denied");
  EXPECT_EQ(Probe({"read", "/usr/bin/true"}), "reached");
}

TEST_P(SandboxTest, ReadsWhatItIsGiven) {
  sandbox_.readable = {secret_};
  EXPECT_EQ(Probe({"read", secret_}), "reached");
  EXPECT_EQ(Probe({"write", secret_}), "denied");
}

TEST_P(SandboxTest, WritesNothingBeyondABoundedFolder) {
  // A private folder may stand in the place of /tmp, but nothing comes out of it.
  const std::string outside = rookery::testing::TempPath("sandbox-out");
  std::filesystem::remove(outside);
  static_cast<void>(Probe({"write", outside}));
  EXPECT_FALSE(std::filesystem::exists(outside));
  EXPECT_EQ(Probe({"write", "/usr/out"}), "denied");
  EXPECT_EQ(Probe({"write", "/out"}), "denied");
  sandbox_.scratch_bytes = 4 << 20;
  const std::string filled = Probe({"fill", "/tmp"});
  // A write beyond the file size limit ends the process by a signal; else the folder is full.
  const bool ended = filled.find("signal 25") != std::string::npos ||
                     filled.find("exit status 153") != std::string::npos;
  EXPECT_TRUE(ended || std::atoll(filled.c_str()) <= 4 << 20) << filled;
}

TEST_P(SandboxTest, SignalsNobody) {
  EXPECT_EQ(Probe({"signal", std::to_string(::getpid())}), "denied");
}

TEST_P(SandboxTest, HasNoMoreMemoryThanItIsGiven) { EXPECT_EQ(Probe({"memory"}), "denied"); }

TEST_P(SandboxTest, PlaysAllTheSame) {
  UciEngine engine;
  engine.program = ROOKERY_ZOO;
  engine.sandbox = sandbox_;
  auto player = StartUciPlayer(engine, &clock_);
  ASSERT_TRUE(player.ok()) << player.status();
  ASSERT_TRUE((*player)->NewGame(1).ok());
  const auto reply = (*player)->Think(chess::Game(chess::Position::Start()), {});
  EXPECT_TRUE(reply.ok()) << reply.status();
}

TEST_P(SandboxTest, ItsEndIsSeen) {
  ChildCommand command{ROOKERY_ZOO, {"exit_at_start"}, "", "", sandbox_};
  auto child = ChildProcess::Start(command, &clock_);
  ASSERT_TRUE(child.ok()) << child.status();
  EXPECT_TRUE((*child)->WaitForEnd(clock_.MonotonicNanos() + 5'000'000'000));
  EXPECT_NE((*child)->Evidence().find("exit status 7"), std::string::npos) << (*child)->Evidence();
}

INSTANTIATE_TEST_SUITE_P(Kinds, SandboxTest,
                         ::testing::Values(SandboxKind::kBubblewrap, SandboxKind::kLandlock),
                         [](const auto& one) { return std::string(Name(one.param)); });

TEST(DetectSandbox, FindsOneOnThisKernel) { EXPECT_NE(DetectSandbox(), SandboxKind::kOff); }

}  // namespace
}  // namespace rookery::worker
