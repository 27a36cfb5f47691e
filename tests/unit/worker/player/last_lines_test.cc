#include "worker/player/last_lines.h"

#include <gtest/gtest.h>

namespace rookery::worker {
namespace {

TEST(LastLines, KeepsTheLastFewInOrder) {
  LastLines lines;
  EXPECT_EQ(lines.Text(), "''");
  for (int i = 0; i < 20; ++i) {
    lines.Add("line " + std::to_string(i));
    lines.Add(" \t");
    lines.Add("line " + std::to_string(i));
  }
  EXPECT_EQ(lines.Text(), "'line 14', 'line 15', 'line 16', 'line 17', 'line 18', 'line 19'");
  lines.Clear();
  EXPECT_EQ(lines.Text("info depth 3"), "'info depth 3'");
  lines.Add("one");
  EXPECT_EQ(lines.Text("two"), "'one', 'two'");
}

TEST(LastLines, IsBoundedAndPrintable) {
  LastLines lines;
  for (int i = 0; i < 10; ++i) lines.Add(std::string(100'000, static_cast<char>('a' + i)));
  EXPECT_LE(lines.Text().size(), LastLines::kMostLines * (LastLines::kMostBytes + 4));
  lines.Clear();
  lines.Add("\x1b[2J\xc3\xa9");
  EXPECT_EQ(lines.Text(), std::string("'?[2J?") + "?'");
}

TEST(LastLines, TellsWordsForPeopleFromReports) {
  EXPECT_TRUE(IsInfoString(" string ERROR: no net"));
  EXPECT_TRUE(IsInfoString("\tstring"));
  EXPECT_FALSE(IsInfoString(" depth 3 score cp 1"));
  EXPECT_FALSE(IsInfoString(""));
}

}  // namespace
}  // namespace rookery::worker
