#include "cli/suggest.h"

#include <gtest/gtest.h>

namespace rookery::cli {
namespace {

TEST(EditDistance, CountsInsertionsDeletionsChangesAndSwaps) {
  EXPECT_EQ(EditDistance("test", "test"), 0);
  EXPECT_EQ(EditDistance("tset", "test"), 1);
  EXPECT_EQ(EditDistance("tes", "test"), 1);
  EXPECT_EQ(EditDistance("kitten", "sitting"), 3);
  EXPECT_EQ(EditDistance("", "abc"), 3);
}

TEST(Nearest, OffersTheWordThatWasMeant) {
  const std::vector<std::string> known = {"test", "match", "runs", "workers", "book"};
  EXPECT_EQ(Nearest("tset", known), "test");
  EXPECT_EQ(Nearest("mtach", known), "match");
  EXPECT_EQ(Nearest("work", known), "workers");
}

TEST(Nearest, OffersNothingWhenNothingIsNear) {
  EXPECT_EQ(Nearest("frobnicate", {"test", "match"}), std::nullopt);
  EXPECT_EQ(Nearest("", {"test"}), std::nullopt);
  EXPECT_EQ(Nearest(std::string(1000, 'x'), {"test"}), std::nullopt);
}

}  // namespace
}  // namespace rookery::cli
