#include "coordinator/stats/counts.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace rookery::stats {
namespace {

using testing::HasSubstr;

std::string Refusal(const std::string& text) {
  return std::string(ParsePentanomial(text).status().message());
}

TEST(Counts, ReadsFieldsWithBlanksAroundThem) {
  EXPECT_EQ(*ParsePentanomial("1, 2,3 ,4,0"), (Pentanomial{1, 2, 3, 4, 0}));
  EXPECT_EQ(*ParseTrinomial("7,8,9"), (Trinomial{7, 8, 9}));
}

TEST(Counts, RefusesByName) {
  EXPECT_THAT(Refusal(""), HasSubstr("1 fields; 5 are needed"));
  EXPECT_THAT(Refusal("1,2,3,4,"), HasSubstr("pentanomial WW: '' is not a whole number"));
  EXPECT_THAT(Refusal("1,2,3,x,5"), HasSubstr("pentanomial WD"));
  EXPECT_THAT(Refusal("-1,2,3,4,5"), HasSubstr("pentanomial LL: -1 is negative"));
  EXPECT_THAT(Refusal("1,2,1000000000001,4,5"), HasSubstr("too large"));
  EXPECT_THAT(Refusal("1,2,99999999999999999999999,4,5"), HasSubstr("too large"));
  EXPECT_THAT(Refusal(std::string(300, '1')), HasSubstr("at most 256"));
}

TEST(Counts, AgreeWhenGamesAndPointsMatch) {
  EXPECT_TRUE(CheckAgree({2, 3, 3}, {0, 1, 2, 1, 0}).ok() == false);  // 9 half points against 8
  EXPECT_TRUE(CheckAgree({2, 4, 2}, {0, 1, 2, 1, 0}).ok());
  EXPECT_THAT(std::string(CheckAgree({1, 0, 0}, {}).message()), HasSubstr("odd"));
  EXPECT_THAT(std::string(CheckAgree({1, 1, 0}, {0, 0, 2, 0, 0}).message()), HasSubstr("4 games"));
  // Points and games agree, but LD and WD hold a draw each.
  EXPECT_THAT(std::string(CheckAgree({4, 0, 4}, {0, 1, 2, 1, 0}).message()), HasSubstr("0 draws"));
  EXPECT_THAT(std::string(CheckAgree({1, 6, 1}, {0, 1, 2, 1, 0}).message()).empty(), true);
  EXPECT_THAT(std::string(CheckAgree({0, 8, 0}, {0, 1, 2, 1, 0}).message()), HasSubstr("8 draws"));
}

}  // namespace
}  // namespace rookery::stats
