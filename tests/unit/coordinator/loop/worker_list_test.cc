#include "coordinator/loop/worker_list.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>
#include <tuple>

#include "base/rng.h"

namespace rookery::coordinator {
namespace {

WorkerView ViewOf(const WorkerId& id, const std::string& label, uint64_t pairs = 0) {
  WorkerView view;
  view.info.id = id;
  view.info.label = label;
  view.info.pairs = pairs;
  return view;
}

// As it was made before: everybody anew, and sorted.
std::vector<WorkerView> Naive(const std::map<WorkerId, WorkerView>& workers) {
  std::vector<WorkerView> all;
  for (const auto& [id, view] : workers) all.push_back(view);
  std::sort(all.begin(), all.end(), [](const WorkerView& a, const WorkerView& b) {
    return std::tie(a.info.label, a.info.id) < std::tie(b.info.label, b.info.id);
  });
  return all;
}

std::vector<WorkerView> Values(const WorkerViews& rows) {
  std::vector<WorkerView> all;
  for (const auto& row : rows) all.push_back(*row);
  return all;
}

TEST(WorkerList, IsAlwaysWhatMakingItAnewGives) {
  Rng rng(5);
  WorkerList list;
  std::map<WorkerId, WorkerView> twin;
  for (int round = 0; round < 300; ++round) {
    std::map<WorkerId, WorkerView> changed;
    for (uint64_t i = rng.Below(8); i > 0; --i) {
      const WorkerId id = "w" + std::to_string(rng.Below(40));
      const bool known = twin.contains(id);
      const std::string label =
          known && rng.Chance(0.8) ? twin.at(id).info.label : "l" + std::to_string(rng.Below(6));
      changed[id] = ViewOf(id, label, rng.Below(1000));
    }
    std::vector<WorkerView> views;
    for (const auto& [id, view] : changed) {
      twin[id] = view;
      views.push_back(view);
    }
    list.Put(std::move(views));
    ASSERT_EQ(Values(*list.Share()), Naive(twin)) << "round " << round;
  }
}

TEST(WorkerList, SharesWhoDidNotChangeAndLeavesWhatWasGivenOutAlone) {
  WorkerList list;
  list.Put({ViewOf("a", "one"), ViewOf("b", "two"), ViewOf("c", "two")});
  const std::shared_ptr<const WorkerViews> before = list.Share();
  list.Put({ViewOf("b", "two", 7)});
  const std::shared_ptr<const WorkerViews> after = list.Share();
  EXPECT_EQ(before->at(0), after->at(0));
  EXPECT_EQ(before->at(2), after->at(2));
  EXPECT_EQ(before->at(1)->info.pairs, 0u);
  EXPECT_EQ(after->at(1)->info.pairs, 7u);
}

}  // namespace
}  // namespace rookery::coordinator
