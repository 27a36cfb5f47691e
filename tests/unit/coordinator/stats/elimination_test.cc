#include "coordinator/stats/elimination.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace rookery::stats {
namespace {

constexpr Pentanomial kStrong{0, 100, 400, 300, 50};
constexpr Pentanomial kWeak{50, 300, 400, 100, 0};

Elimination Make(size_t candidates, EliminationGoal goal) {
  return *Elimination::Create(candidates, {.elo0 = 0, .elo1 = 20}, goal);
}

TEST(Elimination, SharesAlphaAmongTheCandidates) {
  EXPECT_NEAR(Make(1, EliminationGoal::kAll).upper(0), std::log(0.95 / 0.05), 1e-12);
  EXPECT_NEAR(Make(10, EliminationGoal::kAll).upper(0), std::log(0.95 / 0.005), 1e-12);
}

TEST(Elimination, LowersTheBoundWithEachAcceptance) {
  Elimination all = Make(10, EliminationGoal::kAll);
  all.Update(3, kStrong);
  EXPECT_EQ(all.state(3), CandidateState::kAccepted);
  EXPECT_NEAR(all.upper(0), std::log(0.95 / (0.05 / 9)), 1e-12);
  EXPECT_NEAR(all.upper(3), std::log(0.95 / (0.05 / 10)), 1e-12);
  EXPECT_EQ(all.Running().size(), 9u);
}

TEST(Elimination, EndsWithTheFirstIfOneIsEnough) {
  Elimination first = Make(3, EliminationGoal::kFirst);
  first.Update(0, kWeak);
  EXPECT_EQ(first.state(0), CandidateState::kRejected);
  EXPECT_FALSE(first.Finished());
  first.Update(1, kStrong);
  EXPECT_EQ(first.state(1), CandidateState::kAccepted);
  EXPECT_EQ(first.state(2), CandidateState::kLeft);
  EXPECT_TRUE(first.Finished());
  EXPECT_NEAR(first.upper(1), std::log(0.95 / (0.05 / 3)), 1e-12);
  EXPECT_EQ(first.upper(2), first.upper(1));
}

// What somebody played is worth seeing, also of a candidate that nobody waits for any more.
TEST(Elimination, SaysTheLlrOfWhoIsLeft) {
  Elimination first = Make(2, EliminationGoal::kFirst);
  first.Update(1, kStrong);
  first.Update(0, {2, 15, 50, 20, 3});
  EXPECT_EQ(first.state(0), CandidateState::kLeft);
  EXPECT_NEAR(first.llr(0), Sprt::Create({.elo0 = 0, .elo1 = 20})->Llr({2, 15, 50, 20, 3}), 1e-12);
  first.Update(0, kWeak);
  EXPECT_EQ(first.state(0), CandidateState::kLeft);
}

TEST(Elimination, PlaysWhoeverPromisesMost) {
  Elimination all = Make(3, EliminationGoal::kAll);
  EXPECT_EQ(all.Next(), 0u);
  all.Update(0, {3, 20, 50, 15, 2});
  EXPECT_EQ(all.Next(), 1u);
  all.Update(2, {2, 15, 50, 20, 3});
  EXPECT_EQ(all.Next(), 2u);
  EXPECT_GT(all.llr(2), 0);
  all.Update(2, kWeak);
  EXPECT_EQ(all.Next(), 1u);
  all.Update(1, kStrong);
  all.Update(0, kWeak);
  EXPECT_EQ(all.Next(), std::nullopt);
  EXPECT_TRUE(all.Finished());
}

TEST(Elimination, KeepsADecisionWhateverComesLater) {
  Elimination all = Make(2, EliminationGoal::kAll);
  all.Update(0, kWeak);
  all.Update(0, kStrong);
  EXPECT_EQ(all.state(0), CandidateState::kRejected);
}

TEST(Elimination, RefusesByName) {
  const auto status = Elimination::Create(0, {}, EliminationGoal::kAll).status();
  EXPECT_THAT(std::string(status.message()), testing::StartsWith("candidates"));
  EXPECT_FALSE(Elimination::Create(2, {.elo0 = 5, .elo1 = 0}, EliminationGoal::kAll).ok());
}

}  // namespace
}  // namespace rookery::stats
