// A child that closes its input and lives on.
#include <gtest/gtest.h>

#include "base/clock.h"
#include "worker/process/child_process.h"

namespace rookery::worker {
namespace {

// The line that it was sent before it closed its input was taken, so only waiting can tell.
TEST(ChildInput, ToldFromAnAnswerThatIsLate) {
  RealClock clock;
  auto child = ChildProcess::Start(
      {"/bin/sh", {"-c", "read line; exec 0<&-; exec sleep 60"}, "", "", {}}, &clock);
  ASSERT_TRUE(child.ok()) << child.status();
  const auto in_ms = [&clock](int64_t ms) { return clock.MonotonicNanos() + ms * 1'000'000; };
  ASSERT_TRUE((*child)->Write("go\n", in_ms(5000)).ok());
  absl::Status status;
  for (int tries = 0; tries < 500 && !absl::IsUnavailable(status); ++tries) {
    status = (*child)->ReadLine(in_ms(10)).status();
  }
  EXPECT_EQ(status.message(), "it closed its input");
}

TEST(ChildInput, OpenAsLongAsTheChildHasIt) {
  RealClock clock;
  auto child =
      ChildProcess::Start({"/bin/sh", {"-c", "read line; exec sleep 60"}, "", "", {}}, &clock);
  ASSERT_TRUE(child.ok()) << child.status();
  const auto in_ms = [&clock](int64_t ms) { return clock.MonotonicNanos() + ms * 1'000'000; };
  ASSERT_TRUE((*child)->Write("go\n", in_ms(5000)).ok());
  EXPECT_TRUE(absl::IsDeadlineExceeded((*child)->ReadLine(in_ms(30)).status()));
  (*child)->CloseInput();  // by us: that says nothing about the child
  EXPECT_TRUE(absl::IsDeadlineExceeded((*child)->ReadLine(in_ms(30)).status()));
}

// The disposition of SIGPIPE is the default here: were it raised, nobody would see the test end.
TEST(ChildInput, ThatIsClosedRaisesNoSignal) {
  RealClock clock;
  auto child = ChildProcess::Start(
      {"/bin/sh", {"-c", "exec 0<&-; echo closed; exec sleep 60"}, "", "", {}}, &clock);
  ASSERT_TRUE(child.ok()) << child.status();
  const auto in_ms = [&clock](int64_t ms) { return clock.MonotonicNanos() + ms * 1'000'000; };
  ASSERT_EQ((*child)->ReadLine(in_ms(5000)).value_or(""), "closed");
  const absl::Status written = (*child)->Write("go\n", in_ms(5000));
  EXPECT_EQ(written.message(), "it no longer reads its input");
}

TEST(ChildInput, MayBeOpenedByItsName) {
  RealClock clock;
  auto child = ChildProcess::Start(
      {"/bin/sh", {"-c", "read line < /dev/stdin; echo \"got $line\""}, "", "", {}}, &clock);
  ASSERT_TRUE(child.ok()) << child.status();
  const auto in_ms = [&clock](int64_t ms) { return clock.MonotonicNanos() + ms * 1'000'000; };
  ASSERT_TRUE((*child)->Write("uci\n", in_ms(5000)).ok());
  EXPECT_EQ((*child)->ReadLine(in_ms(5000)).value_or(""), "got uci");
}

}  // namespace
}  // namespace rookery::worker
