#include "cli/improve_plan.h"

#include <gtest/gtest.h>

namespace rookery::cli {
namespace {

TEST(ImproveBudget, GivesTwoFifthsToTheVerificationAndSharesTheRest) {
  const ImproveBudget both = ShareBudget(20'000, {.makes_data = true, .tunes = true});
  EXPECT_EQ(both.data, 6000u);
  EXPECT_EQ(both.tune, 6000u);
  EXPECT_EQ(both.verify, 8000u);
  const ImproveBudget tune = ShareBudget(20'000, {.makes_data = false, .tunes = true});
  EXPECT_EQ(tune.data, 0u);
  EXPECT_EQ(tune.tune, 12'000u);
  // Positions that are there already cost nothing.
  EXPECT_EQ(ShareBudget(20'000, {}).verify, 20'000u);
}

TEST(ImproveBudget, SpendsWholePairsAndNoMoreThanThereAre) {
  for (uint64_t games = kLeastImproveGames; games < 300; ++games) {
    for (const bool data : {false, true}) {
      for (const bool tunes : {false, true}) {
        const ImproveBudget budget = ShareBudget(games, {.makes_data = data, .tunes = tunes});
        EXPECT_EQ((budget.data % 2) + (budget.tune % 2) + (budget.verify % 2), 0u);
        EXPECT_LE(budget.data + budget.tune + budget.verify, games);
        EXPECT_GE(budget.data + budget.tune + budget.verify + 2, games);
        EXPECT_GE(5 * (budget.verify + 2), 2 * games);
      }
    }
  }
}

}  // namespace
}  // namespace rookery::cli
