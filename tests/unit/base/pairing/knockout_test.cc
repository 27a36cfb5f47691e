#include "base/pairing/knockout.h"

#include <gtest/gtest.h>

namespace rookery {
namespace {

TEST(Knockout, KeepsTheFirstTwoApartUntilTheEnd) {
  EXPECT_EQ(FirstBracket(8), (std::vector<int>{0, 7, 3, 4, 1, 6, 2, 5}));
}

TEST(Knockout, GivesFreePlacesToTheFirst) {
  EXPECT_EQ(FirstBracket(5), (std::vector<int>{0, -1, 3, 4, 1, -1, 2, -1}));
  EXPECT_EQ(BracketEncounters(FirstBracket(5)), (std::vector<std::pair<int, int>>{{3, 4}}));
  EXPECT_EQ(BracketEncounters({2}), (std::vector<std::pair<int, int>>{}));
}

}  // namespace
}  // namespace rookery
