#include "base/pairing/swiss.h"

#include <gtest/gtest.h>

namespace rookery {
namespace {

using Encounters = std::vector<std::pair<int, int>>;

TEST(Swiss, PairsNeighboursInTheOrderOfPoints) {
  const SwissRound round =
      PairSwissRound({{0, false, {}}, {4, false, {}}, {2, false, {}}, {4, false, {}}});
  EXPECT_EQ(round.encounters, (Encounters{{1, 3}, {2, 0}}));
  EXPECT_EQ(round.bye, -1);
}

TEST(Swiss, StepsOverWhomOneHasMet) {
  const SwissRound round =
      PairSwissRound({{4, false, {1}}, {4, false, {0}}, {2, false, {}}, {0, false, {}}});
  EXPECT_EQ(round.encounters, (Encounters{{0, 2}, {1, 3}}));
}

TEST(Swiss, TakesBackAChoiceThatLeavesTheLastWithoutOpponents) {
  // 0 could take 1, but then 2 and 3 would meet again.
  const SwissRound round =
      PairSwissRound({{9, false, {}}, {8, false, {}}, {7, false, {3}}, {6, false, {2}}});
  EXPECT_EQ(round.encounters, (Encounters{{0, 2}, {1, 3}}));
}

TEST(Swiss, GivesTheFreeRoundToTheLowestWithoutOne) {
  EXPECT_EQ(PairSwissRound({{3, false, {}}, {2, false, {}}, {1, true, {}}}).bye, 1);
}

TEST(Swiss, RepeatsMeetingsOnlyWhereNothingElseIsLeft) {
  EXPECT_EQ(PairSwissRound({{1, false, {1}}, {0, false, {0}}}).encounters, (Encounters{{0, 1}}));
}

}  // namespace
}  // namespace rookery
