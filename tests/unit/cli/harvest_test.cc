#include "cli/harvest.h"

#include <gtest/gtest.h>

namespace rookery::cli {
namespace {

TEST(ScoreOfComment, ReadsWhatMatchRunnersWrite) {
  EXPECT_EQ(ScoreOfComment("+0.35/12 0.123s, n=4567"), 35);
  EXPECT_EQ(ScoreOfComment("-1.07/8 0.1s"), -107);
  EXPECT_EQ(ScoreOfComment("0.00/20"), 0);
}

TEST(ScoreOfComment, SaysNothingOfMatesAndWords) {
  EXPECT_EQ(ScoreOfComment("+M5/12 0.1s"), std::nullopt);
  EXPECT_EQ(ScoreOfComment("a fine move"), std::nullopt);
  EXPECT_EQ(ScoreOfComment(""), std::nullopt);
  EXPECT_EQ(ScoreOfComment("+nan/3"), std::nullopt);
  EXPECT_EQ(ScoreOfComment("1e300/3"), std::nullopt);
}

}  // namespace
}  // namespace rookery::cli
