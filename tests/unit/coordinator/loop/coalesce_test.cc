#include "coordinator/loop/coalesce.h"

#include <gtest/gtest.h>

namespace rookery::coordinator {
namespace {

PutRun RunAt(const std::string& id, uint64_t prefix) {
  PutRun put;
  put.run.id = id;
  put.run.totals.prefix = prefix;
  return put;
}

TEST(Coalesce, WritesTheNewestSnapshotAtThePlaceOfTheFirst) {
  const std::vector<Write> kept =
      Coalesce({RunAt("a", 1), AddPair{"a", {}}, RunAt("b", 5), RunAt("a", 2), AddPair{"a", {}}});
  ASSERT_EQ(kept.size(), 4u);
  EXPECT_EQ(std::get<PutRun>(kept[0]).run.totals.prefix, 2u);
  EXPECT_TRUE(std::holds_alternative<AddPair>(kept[1]));
  EXPECT_EQ(std::get<PutRun>(kept[2]).run.id, "b");
  EXPECT_TRUE(std::holds_alternative<AddPair>(kept[3]));
}

}  // namespace
}  // namespace rookery::coordinator
