#include "base/plural.h"

#include <gtest/gtest.h>

namespace rookery {
namespace {

TEST(Counted, HasAnSButForOne) {
  EXPECT_EQ(Counted(0, "pair"), "0 pairs");
  EXPECT_EQ(Counted(1, "pair"), "1 pair");
  EXPECT_EQ(Counted(2, "core hour"), "2 core hours");
}

}  // namespace
}  // namespace rookery
