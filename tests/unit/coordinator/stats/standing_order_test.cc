#include "coordinator/stats/standing_order.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace rookery::stats {
namespace {

std::string Order(std::vector<StandingKey> keys) {
  std::sort(keys.begin(), keys.end(), StandsBefore);
  std::string entries;
  for (const StandingKey& key : keys) entries += static_cast<char>('a' + key.entry);
  return entries;
}

TEST(StandingOrder, PointsGoBeforeRatings) {
  EXPECT_EQ(Order({{3, 8, 0.0, 0}, {6, 8, std::nullopt, 1}, {7, 8, -50.0, 2}}), "cba");
}

TEST(StandingOrder, SharesCountWhereGamesDiffer) {
  EXPECT_EQ(
      Order({{5, 10, 300.0, 0}, {3, 4, std::nullopt, 1}, {0, 0, std::nullopt, 2}, {0, 2, {}, 3}}),
      "badc");
  EXPECT_EQ(Order({{1, 3, 5.0, 0}, {2, 6, 9.0, 1}}), "ba") << "equal shares, so by rating";
}

TEST(StandingOrder, RatingsThenEntriesDecideBetweenEquals) {
  EXPECT_EQ(Order({{2, 4, std::nullopt, 0}, {2, 4, -10.0, 1}, {2, 4, 10.0, 2}, {2, 4, 10.0, 3}}),
            "cdba");
}

TEST(StandingOrder, IsOneOrderWhateverTheInput) {
  std::vector<StandingKey> keys;
  for (int i = 0; i < 24; ++i) {
    keys.push_back({static_cast<double>(i % 5) / 2, static_cast<double>(i % 4),
                    i % 3 == 0 ? std::nullopt : std::optional<double>(i % 7), i});
  }
  for (const StandingKey& a : keys) {
    EXPECT_FALSE(StandsBefore(a, a));
    for (const StandingKey& b : keys) {
      if (a.entry != b.entry) {
        EXPECT_NE(StandsBefore(a, b), StandsBefore(b, a));
      }
      for (const StandingKey& c : keys) {
        if (StandsBefore(a, b) && StandsBefore(b, c)) {
          EXPECT_TRUE(StandsBefore(a, c));
        }
      }
    }
  }
}

}  // namespace
}  // namespace rookery::stats
