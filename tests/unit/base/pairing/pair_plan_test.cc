#include "base/pairing/pair_plan.h"

#include <gtest/gtest.h>

#include <vector>

namespace rookery {
namespace {

TEST(PermuteIndex, IsAPermutationOfEverySize) {
  for (uint64_t size = 1; size <= 300; ++size) {
    std::vector<bool> seen(size);
    for (uint64_t i = 0; i < size; ++i) {
      const uint64_t value = PermuteIndex(size * 977, i, size);
      ASSERT_LT(value, size);
      ASSERT_FALSE(seen[value]) << "size " << size << " index " << i;
      seen[value] = true;
    }
  }
}

TEST(PermuteIndex, DependsOnTheKey) {
  int same = 0;
  for (uint64_t i = 0; i < 1000; ++i) same += PermuteIndex(1, i, 1000) == PermuteIndex(2, i, 1000);
  EXPECT_LT(same, 10);  // one is expected by chance
}

TEST(PlanPair, NoTwoPairsShareAnOpeningUntilTheBookIsUsedUp) {
  constexpr uint64_t kBook = 1234;
  std::vector<bool> seen(kBook);
  for (uint64_t i = 0; i < kBook; ++i) {
    const uint64_t opening = PlanPair(99, i, kBook).opening;
    ASSERT_FALSE(seen[opening]);
    seen[opening] = true;
  }
}

TEST(PlanPair, SeedsDifferByGamePairAndRun) {
  const PairPlan plan = PlanPair(1, 0, 10);
  EXPECT_NE(plan.seed_first, plan.seed_second);
  EXPECT_NE(plan.seed_first, PlanPair(1, 1, 10).seed_first);
  EXPECT_NE(plan.seed_first, PlanPair(2, 0, 10).seed_first);
  EXPECT_EQ(plan.seed_first, PlanPair(1, 0, 10).seed_first);
}

}  // namespace
}  // namespace rookery
