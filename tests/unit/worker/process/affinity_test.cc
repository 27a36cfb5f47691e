#include "worker/process/affinity.h"

#include <gtest/gtest.h>

namespace rookery::worker {
namespace {

using Plan = std::vector<std::vector<int>>;

// Two packages of two cores with twins, numbered as Linux does: twins come last.
std::vector<Processor> EightProcessors() {
  return {{0, 0, 0, 0}, {1, 0, 1, 0}, {2, 1, 0, 1}, {3, 1, 1, 1},
          {4, 0, 0, 0}, {5, 0, 1, 0}, {6, 1, 0, 1}, {7, 1, 1, 1}};
}

TEST(PlanAffinity, GivesEachGameACoreAndLeavesTwinsIdle) {
  EXPECT_EQ(*PlanAffinity(EightProcessors(), {.games = 3}), (Plan{{0}, {1}, {2}}));
}

TEST(PlanAffinity, KeepsAGameOnOneNode) {
  std::vector<Processor> six;
  for (int id = 0; id < 6; ++id) six.push_back({id, id / 3, id % 3, id / 3});
  EXPECT_EQ(*PlanAffinity(six, {.games = 2, .threads = 2}), (Plan{{0, 1}, {3, 4}}));
  // Where nothing else is left a game lies across.
  EXPECT_EQ(*PlanAffinity(six, {.games = 3, .threads = 2}), (Plan{{0, 1}, {3, 4}, {2, 5}}));
}

TEST(PlanAffinity, TakesTheProcessorsThatItIsGiven) {
  EXPECT_EQ(*PlanAffinity(EightProcessors(), {.games = 2, .threads = 1, .only = {7, 3}}),
            (Plan{{7}, {3}}));
}

TEST(PlanAffinity, SaysWhatIsMissing) {
  const auto plan = PlanAffinity(EightProcessors(), {.games = 5});
  EXPECT_TRUE(absl::IsResourceExhausted(plan.status()));
  EXPECT_NE(std::string(plan.status().message()).find("want 5 physical cores, and 4 are here"),
            std::string::npos)
      << plan.status();
}

TEST(ParseProcessorList, ReadsNumbersAndRanges) {
  EXPECT_EQ(*ParseProcessorList("3,5,7-9"), (std::vector<int>{3, 5, 7, 8, 9}));
  for (const char* text : {"", "x", "3-", "-3", "5-3", "1,,2", "99999"}) {
    EXPECT_FALSE(ParseProcessorList(text).ok()) << text;
  }
}

TEST(BindThread, BindsToAProcessorOfThisMachine) {
  const auto processors = ReadProcessors();
  ASSERT_TRUE(processors.ok()) << processors.status();
  ASSERT_FALSE(processors->empty());
  EXPECT_TRUE(BindThread({processors->front().id}).ok());
  EXPECT_EQ(ReadProcessors()->size(), 1u);
  std::vector<int> all;
  for (const Processor& one : *processors) all.push_back(one.id);
  EXPECT_TRUE(BindThread(all).ok());
  EXPECT_FALSE(BindThread({1000}).ok());
}

}  // namespace
}  // namespace rookery::worker
