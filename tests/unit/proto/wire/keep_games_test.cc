#include "proto/wire/keep_games.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/status.h"

namespace rookery::wire {
namespace {

TEST(KeepGames, ReadsWhatItWrites) {
  for (const char* text : {"all", "none", "1000", "30d", "1000,30d"}) {
    const auto keep = ParseKeepGames(text);
    ASSERT_TRUE(keep.ok()) << keep.status();
    EXPECT_EQ(KeepGamesText(*keep), text);
  }
  EXPECT_EQ(KeepGamesText(*ParseKeepGames("30d,7")), "7,30d");
  EXPECT_EQ(ParseKeepGames("12")->newest_pairs(), 12u);
  EXPECT_EQ(ParseKeepGames("12d")->days(), 12);
}

TEST(KeepGames, SaysWhatMayBeSaid) {
  for (const char* text : {"", "some", "0", "0d", "-1", "1,2", "1d,2d", "1,", ",1", "1 ", "9d9",
                           "36501d", "1000000001", "99999999999999999999"}) {
    const auto keep = ParseKeepGames(text);
    ASSERT_FALSE(keep.ok()) << text;
    EXPECT_THAT(Message(keep.status()), ::testing::HasSubstr("all, none, a number of pairs"));
  }
}

}  // namespace
}  // namespace rookery::wire
