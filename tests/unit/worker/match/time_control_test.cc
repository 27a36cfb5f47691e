#include "worker/match/time_control.h"

#include <gtest/gtest.h>

namespace rookery::worker {
namespace {

std::vector<Period> Read(std::string_view text) {
  const auto control = ParseTimeControl(text);
  EXPECT_TRUE(control.ok()) << text << ": " << control.status();
  return control.ok() ? control->periods : std::vector<Period>{};
}

TEST(TimeControl, ReadsEveryForm) {
  EXPECT_EQ(Read("8+0.08"), (std::vector<Period>{{0, 8000, 80}}));
  EXPECT_EQ(Read("60"), (std::vector<Period>{{0, 60'000, 0}}));
  EXPECT_EQ(Read("40/60"), (std::vector<Period>{{40, 60'000, 0}}));
  EXPECT_EQ(Read("0+5"), (std::vector<Period>{{0, 0, 5000}}));
  EXPECT_EQ(Read("1:30+1"), (std::vector<Period>{{0, 90'000, 1000}}));
  EXPECT_EQ(Read("40/10s+0.1s"), (std::vector<Period>{{40, 10'000, 100}}));
  EXPECT_EQ(Read("inf/10+1"), (std::vector<Period>{{0, 10'000, 1000}}));
  EXPECT_EQ(Read("0.2+0.002"), (std::vector<Period>{{0, 200, 2}}));
  EXPECT_EQ(Read("40/60,20/30+1,10"),
            (std::vector<Period>{{40, 60'000, 0}, {20, 30'000, 1000}, {0, 10'000, 0}}));
  EXPECT_FALSE(ParseTimeControl("inf")->enabled());
}

// Rows that fastchess refuses too (its grammar is this one but for several periods).
TEST(TimeControl, RefusesWhatIsNone) {
  for (const char* text : {"", "40/", "10+", "1:", "1:2:3", "10/-1", "0/1", "10/1ss", "+", "0",
                           "0+0", "-1", "1e9", "nan", "8+0.08x", "10,20", "1,,2", "99999999"}) {
    EXPECT_FALSE(ParseTimeControl(text).ok()) << text;
  }
  EXPECT_NE(std::string(ParseTimeControl("fast").status().message()).find("8+0.08"),
            std::string::npos);
}

// FIDE B.1: the time and 60 increments come to ten minutes or less.
TEST(TimeControl, IsBlitzIfSixtyMovesHaveTenMinutes) {
  for (const char* text : {"600", "3:00+2", "540+1", "8+0.08", "40/300", "40/500,20/100", "0+10"}) {
    EXPECT_TRUE(IsBlitz(*ParseTimeControl(text))) << text;
  }
  for (const char* text : {"601", "541+1", "40/301", "40/500,20/101", "15:00+10", "inf"}) {
    EXPECT_FALSE(IsBlitz(*ParseTimeControl(text))) << text;
  }
}

TEST(TimeControl, IsWrittenAsInPgn) {
  for (const char* text : {"40/60+0.6", "0+0.005", "8+0.08", "60"}) {
    EXPECT_EQ(TimeControlText(*ParseTimeControl(text)), text);
  }
  EXPECT_EQ(TimeControlText(*ParseTimeControl("40/1:00,30")), "40/60:30");
  EXPECT_EQ(TimeControlText({}), "-");
}

}  // namespace
}  // namespace rookery::worker
