// How a child is waited for: what wakes the wait, and what must not keep it busy.
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <memory>
#include <string>
#include <thread>

#include "base/clock.h"
#include "worker/process/child_process.h"

namespace rookery::worker {
namespace {

class ChildWait : public ::testing::Test {
 protected:
  std::unique_ptr<ChildProcess> Shell(const std::string& script) {
    auto child = ChildProcess::Start({"/bin/sh", {"-c", script}, "", "", {}}, &clock_);
    EXPECT_TRUE(child.ok()) << child.status();
    return *std::move(child);
  }
  int64_t InMs(int64_t ms) { return clock_.MonotonicNanos() + ms * 1'000'000; }

  RealClock clock_;
};

int64_t ThreadCpuMs() {
  rusage usage = {};
  getrusage(RUSAGE_THREAD, &usage);
  return (usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * 1000 +
         (usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1000;
}

TEST_F(ChildWait, IsToldOnceOfAWake) {
  const auto child = Shell("echo first; exec sleep 60");
  ASSERT_EQ(child->ReadLine(InMs(5000)).value_or(""), "first");
  child->Wake();
  EXPECT_TRUE(absl::IsCancelled(child->ReadLine(InMs(5000)).status()));
  EXPECT_TRUE(absl::IsDeadlineExceeded(child->ReadLine(InMs(10)).status()));
  std::thread later([&child] { child->Wake(); });
  EXPECT_TRUE(absl::IsCancelled(child->ReadLine(InMs(5000)).status()));
  later.join();
}

// A write that waits for room leaves the wake to the read that follows.
TEST_F(ChildWait, KeepsAWakeThatCameDuringAWrite) {
  const auto child = Shell("sleep 0.05; exec cat > /dev/null");
  child->Wake();
  ASSERT_TRUE(child->Write(std::string(1 << 20, 'x') + "\n", InMs(5000)).ok());
  EXPECT_TRUE(absl::IsCancelled(child->ReadLine(InMs(5000)).status()));
}

TEST_F(ChildWait, ReadsTheLastLineBeforeAnOutputThatWasClosed) {
  const auto child = Shell("echo last; exec 1>&-; exec sleep 60");
  EXPECT_EQ(child->ReadLine(InMs(5000)).value_or(""), "last");
  EXPECT_EQ(child->ReadLine(InMs(5000)).status().message(), "it closed its output");
}

// What is closed is always "ready": it must not be asked about again and again.
TEST_F(ChildWait, SleepsWhereTheChildClosedItsPipes) {
  const auto quiet = Shell("exec 2>&-; echo ready; exec sleep 60");
  ASSERT_EQ(quiet->ReadLine(InMs(5000)).value_or(""), "ready");
  const auto mute = Shell("echo ready; exec 1>&- 2>&-; exec sleep 60");
  ASSERT_EQ(mute->ReadLine(InMs(5000)).value_or(""), "ready");
  const int64_t before = ThreadCpuMs();
  EXPECT_TRUE(absl::IsDeadlineExceeded(quiet->ReadLine(InMs(300)).status()));
  EXPECT_FALSE(mute->WaitForEnd(InMs(300)));
  EXPECT_LT(ThreadCpuMs() - before, 30);
}

// One timer serves waits with deadlines of their own: an earlier one isn't missed, and one that was
// set for a wait that is over ends no later one.
TEST_F(ChildWait, EndsAtItsOwnDeadlineWhateverWasWaitedForBefore) {
  const auto child = Shell("read line; echo first; sleep 0.1; echo second; exec sleep 60");
  ASSERT_TRUE(child->Write("go\n", InMs(5000)).ok());
  absl::StatusOr<std::string_view> line;
  do {
    line = child->ReadLine(InMs(50));
  } while (absl::IsDeadlineExceeded(line.status()));
  ASSERT_EQ(line.value_or(""), "first");
  ASSERT_EQ(child->ReadLine(InMs(600'000)).value_or(""), "second");
  EXPECT_TRUE(absl::IsDeadlineExceeded(child->ReadLine(InMs(20)).status()));
}

TEST_F(ChildWait, TakesInErrorsWhileItWaitsForALine) {
  const auto child = Shell("head -c 300000 /dev/zero | tr '\\0' e >&2; echo done; exec sleep 60");
  EXPECT_EQ(child->ReadLine(InMs(5000)).value_or(""), "done");
}

}  // namespace
}  // namespace rookery::worker
