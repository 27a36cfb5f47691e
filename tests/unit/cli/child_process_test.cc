#include "cli/child_process.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>

namespace rookery::cli {
namespace {

// Waits for the process without taking its status away.
std::string AwaitEnd(ChildProcess& child) {
  siginfo_t info;
  EXPECT_EQ(::waitid(P_PID, static_cast<id_t>(child.pid()), &info, WEXITED | WNOWAIT), 0);
  return child.Ended().value_or("still running");
}

TEST(ChildProcess, SaysHowItEnded) {
  auto child =
      ChildProcess::Start({.command = {"/bin/sh", "-c", "exit 7"}, .capture_stdout = false});
  ASSERT_TRUE(child.ok());
  EXPECT_EQ(AwaitEnd(*child), "exit code 7");
  auto killed = ChildProcess::Start({.command = {"/bin/sleep", "60"}, .capture_stdout = false});
  ASSERT_TRUE(killed.ok());
  EXPECT_EQ(killed->Ended(), std::nullopt);
  killed->Signal(SIGKILL);
  EXPECT_EQ(AwaitEnd(*killed), "signal 9 (Killed)");
}

TEST(ChildProcess, HandsOverWholeLinesOfItsOutput) {
  auto child = ChildProcess::Start(
      {.command = {"/bin/sh", "-c", "echo one; echo two; printf half"}, .capture_stdout = true});
  ASSERT_TRUE(child.ok());
  EXPECT_EQ(AwaitEnd(*child), "exit code 0");
  EXPECT_EQ(child->ReadLines(), (std::vector<std::string>{"one", "two"}));
}

TEST(ChildProcess, NamesAProgramThatIsNotThere) {
  const auto child =
      ChildProcess::Start({.command = {"/nonexistent/rookery-worker"}, .capture_stdout = false});
  EXPECT_EQ(child.status().code(), absl::StatusCode::kNotFound);
  EXPECT_NE(std::string(child.status().message()).find("/nonexistent/rookery-worker"),
            std::string::npos);
}

TEST(ChildProcess, IsKilledWhenItsOwnerGoes) {
  pid_t pid = 0;
  {
    auto child = ChildProcess::Start({.command = {"/bin/sleep", "60"}, .capture_stdout = false});
    ASSERT_TRUE(child.ok());
    pid = child->pid();
    ASSERT_EQ(::kill(pid, 0), 0);
  }
  EXPECT_NE(::kill(pid, 0), 0);
}

}  // namespace
}  // namespace rookery::cli
