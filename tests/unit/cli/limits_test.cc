#include "cli/limits.h"

#include <gtest/gtest.h>

namespace rookery::cli {
namespace {

TEST(ParseTimeControl, ReadsSecondsAndIncrement) {
  v1::Limits limits;
  ASSERT_TRUE(ParseTimeControl("8+0.08", limits).ok());
  EXPECT_EQ(limits.base_ms(), 8000);
  EXPECT_EQ(limits.increment_ms(), 80);
  ASSERT_TRUE(ParseTimeControl("60", limits).ok());
  EXPECT_EQ(limits.base_ms(), 60000);
  EXPECT_EQ(limits.increment_ms(), 0);
}

TEST(ParseTimeControl, RefusesWhatIsNoTimeControl) {
  for (const char* text : {"", "8+", "+1", "0+1", "-8", "8+0.1ss", "nan", "1e9", "40/60"}) {
    v1::Limits limits;
    const absl::Status status = ParseTimeControl(text, limits);
    EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument) << text;
    EXPECT_NE(std::string(status.message()).find("--tc"), std::string::npos);
  }
}

TEST(ToLimits, DefaultsToNodesAndRefusesTwoClocks) {
  EXPECT_EQ(ToLimits({})->nodes(), kDefaultNodes);
  EXPECT_EQ(ToLimits({.nodes = 0, .depth = 6, .movetime_ms = 0, .time_control = ""})->nodes(), 0);
  EXPECT_FALSE(
      ToLimits({.nodes = 0, .depth = 0, .movetime_ms = 100, .time_control = "8+0.08"}).ok());
}

}  // namespace
}  // namespace rookery::cli
