#include "cli/limits.h"

#include <gtest/gtest.h>

namespace rookery::cli {
namespace {

v1::Limits Clock(const std::string& text) {
  LimitFlags flags;
  flags.time_control = text;
  const auto limits = ToLimits(flags);
  EXPECT_TRUE(limits.ok()) << text << ": " << limits.status();
  return limits.ok() ? *limits : v1::Limits();
}

TEST(ToLimits, ReadsSecondsAndIncrement) {
  EXPECT_EQ(Clock("8+0.08").base_ms(), 8000);
  EXPECT_EQ(Clock("8+0.08").increment_ms(), 80);
  EXPECT_EQ(Clock("60").base_ms(), 60000);
  EXPECT_EQ(Clock("60").increment_ms(), 0);
  EXPECT_EQ(Clock("1:30+1").base_ms(), 90'000);
  EXPECT_EQ(Clock("0+0.1").base_ms(), 0);
  EXPECT_EQ(Clock("0+0.1").increment_ms(), 100);
  EXPECT_EQ(Clock("60").periods_size(), 0);
}

TEST(ToLimits, SendsMovesAndPeriodsOfAClockAsTheyAre) {
  const v1::Limits limits = Clock("40/60,20/30+0.5,10");
  EXPECT_EQ(limits.base_ms(), 0);
  ASSERT_EQ(limits.periods_size(), 3);
  EXPECT_EQ(limits.periods(0).moves(), 40);
  EXPECT_EQ(limits.periods(0).base_ms(), 60'000);
  EXPECT_EQ(limits.periods(1).increment_ms(), 500);
  EXPECT_EQ(limits.periods(2).moves(), 0);
  EXPECT_EQ(Clock("40/60").periods_size(), 1);
}

TEST(ToLimits, RefusesWhatIsNoTimeControl) {
  for (const char* text : {"8+", "+1", "-8", "8+0.1ss", "nan", "1e9", "40/", "40/100000"}) {
    LimitFlags flags;
    flags.time_control = text;
    const absl::Status status = ToLimits(flags).status();
    EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument) << text;
    EXPECT_NE(std::string(status.message()).find("--tc"), std::string::npos);
  }
}

TEST(OwnLimits, TakesOneKeyAtATimeAndSaysWhatItDoesNotTake) {
  const auto own = OwnLimits("--dev-limit", {"tc=8+0.08", "margin=20"});
  ASSERT_TRUE(own.ok()) << own.status();
  EXPECT_EQ(own->base_ms(), 8000);
  EXPECT_EQ(own->margin_ms(), 20);
  EXPECT_EQ(OwnLimits("--dev-limit", {"nodes=500"})->nodes(), 500);
  for (const char* text : {"nodes", "node=5", "nodes=0", "nodes=x", "tc=8+", "=5", "margin=5"}) {
    const absl::Status status = OwnLimits("--dev-limit", {text}).status();
    EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument) << text;
    EXPECT_EQ(std::string(status.message()).find("--dev-limit: "), 0u) << status;
  }
}

TEST(ToLimits, DefaultsToNodesAndRefusesTwoClocks) {
  EXPECT_EQ(ToLimits({})->nodes(), kDefaultNodes);
  EXPECT_EQ(ToLimits({.nodes = 0, .depth = 6, .movetime_ms = 0, .time_control = "", .margin_ms = 0})
                ->nodes(),
            0);
  EXPECT_FALSE(
      ToLimits(
          {.nodes = 0, .depth = 0, .movetime_ms = 100, .time_control = "8+0.08", .margin_ms = 0})
          .ok());
}

}  // namespace
}  // namespace rookery::cli
