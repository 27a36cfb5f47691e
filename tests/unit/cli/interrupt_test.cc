#include "cli/interrupt.h"

#include <gtest/gtest.h>

namespace rookery::cli {
namespace {

TEST(Interrupt, IsHandledOnceByTheCommandThatListens) {
  Interrupt interrupt;
  EXPECT_FALSE(interrupt.Request());
  EXPECT_FALSE(interrupt.requested());
  int called = 0;
  {
    const Interrupt::Listener listener(&interrupt, [&called] { ++called; });
    EXPECT_FALSE(interrupt.WaitFor(absl::ZeroDuration()));
    EXPECT_TRUE(interrupt.Request());
    EXPECT_TRUE(interrupt.WaitFor(absl::Hours(1)));
    // A second one means: at once.
    EXPECT_FALSE(interrupt.Request());
  }
  EXPECT_EQ(called, 1);
}

}  // namespace
}  // namespace rookery::cli
