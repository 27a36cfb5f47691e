#include "cli/lifetime.h"

#include <gtest/gtest.h>

namespace rookery::cli {
namespace {

TEST(Lifetime, IsANumberWithAUnit) {
  EXPECT_EQ(*ParseLifetime("45s"), 45);
  EXPECT_EQ(*ParseLifetime("90m"), 5400);
  EXPECT_EQ(*ParseLifetime("24h"), 86'400);
  EXPECT_EQ(*ParseLifetime("30d"), 30 * 86'400);
  EXPECT_EQ(*ParseLifetime("2w"), 14 * 86'400);
  EXPECT_EQ(*ParseLifetime("never"), 0);
}

TEST(Lifetime, IsNothingElse) {
  for (const char* odd : {"", "d", "30", "0d", "-1d", "1.5h", "30 d", "30dd", "1y",
                          "99999999999999999999d", "999999999w"}) {
    EXPECT_FALSE(ParseLifetime(odd).ok()) << odd;
  }
}

}  // namespace
}  // namespace rookery::cli
