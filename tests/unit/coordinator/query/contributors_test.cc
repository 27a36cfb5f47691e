#include "coordinator/query/contributors.h"

#include <gtest/gtest.h>

#include "tests/support/view_builders.h"

namespace rookery::coordinator {
namespace {

WorkerView WorkerOf(const std::string& owner, uint64_t pairs, uint64_t core_ms) {
  WorkerView view;
  view.info.owner = owner;
  view.info.pairs = pairs;
  view.info.games = 2 * pairs;
  view.info.core_ms = core_ms;
  return view;
}

TEST(Contributors, AddUpTheirWorkersMostHoursFirst) {
  const std::vector<Contributor> list =
      ContributorsOf(testing::Shared({WorkerOf("ann", 10, 3'600'000), WorkerOf("bob", 3, 9'000'000),
                                      WorkerOf("ann", 5, 1'800'000), WorkerOf("", 1, 0)}));
  ASSERT_EQ(list.size(), 3u);
  EXPECT_EQ(list[0].owner, "bob");
  EXPECT_EQ(list[0].core_hours, 2.5);
  EXPECT_EQ(list[1].owner, "ann");
  EXPECT_EQ(list[1].workers, 2);
  EXPECT_EQ(list[1].pairs, 15u);
  EXPECT_EQ(list[1].games, 30u);
  EXPECT_EQ(list[1].core_hours, 1.5);
  EXPECT_EQ(list[2].owner, "");
  EXPECT_TRUE(ContributorsOf({}).empty());
}

TEST(Contributors, KeepWhatWorkersDidBeforeTheyWentToAnotherOwner) {
  WorkerView view = WorkerOf("other", 10, 7'200'000);
  view.info.earlier = {{"wo", 6, 12, 5'400'000}, {"", 1, 2, 0}};
  const std::vector<Contributor> list =
      ContributorsOf(testing::Shared({view, WorkerOf("wo", 2, 0)}));
  ASSERT_EQ(list.size(), 3u);
  EXPECT_EQ(list[0].owner, "wo");
  EXPECT_EQ(list[0].workers, 1);
  EXPECT_EQ(list[0].pairs, 8u);
  EXPECT_EQ(list[0].games, 16u);
  EXPECT_EQ(list[0].core_hours, 1.5);
  EXPECT_EQ(list[1].owner, "other");
  EXPECT_EQ(list[1].workers, 1);
  EXPECT_EQ(list[1].pairs, 3u);
  EXPECT_EQ(list[1].core_hours, 0.5);
  EXPECT_EQ(list[2].owner, "");
  EXPECT_EQ(list[2].workers, 0);
  EXPECT_EQ(list[2].pairs, 1u);
}

}  // namespace
}  // namespace rookery::coordinator
