#include "cli/rating_text.h"

#include <gtest/gtest.h>

#include <set>

namespace rookery::cli {
namespace {

using stats::PlayerStatus;

TEST(RatingText, SaysOfEveryStatusButRatedWhy) {
  std::set<std::string_view> all;
  for (const PlayerStatus status : {PlayerStatus::kOnlyWon, PlayerStatus::kOnlyLost,
                                    PlayerStatus::kApart, PlayerStatus::kUnplayed}) {
    stats::PlayerRating row;
    row.status = status;
    EXPECT_FALSE(WhyUnrated(row).empty());
    EXPECT_TRUE(all.insert(WhyUnrated(row)).second);
  }
  stats::PlayerRating row;
  row.status = PlayerStatus::kOnlyWon;
  row.rating = 2000;
  EXPECT_TRUE(all.insert(WhyUnrated(row)).second);  // a bound, and no longer none
  row.status = PlayerStatus::kRated;
  EXPECT_EQ(WhyUnrated(row), "");
}

TEST(RatingText, MarksBounds) {
  EXPECT_EQ(BoundSign("only_won"), ">= ");
  EXPECT_EQ(BoundSign("only_lost"), "<= ");
  EXPECT_EQ(BoundSign("rated"), "");
  EXPECT_EQ(BoundSign("apart"), "");
}

}  // namespace
}  // namespace rookery::cli
