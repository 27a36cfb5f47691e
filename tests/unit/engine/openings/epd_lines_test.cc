#include "engine/openings/epd_lines.h"

#include <gtest/gtest.h>

namespace rookery::openings {
namespace {

TEST(EpdLines, SkipsBlankLinesAndComments) {
  const std::string_view text = "\xEF\xBB\xBF# a book\n\nfirst\r\n   \t\r\n  # more\nsecond\nthird";
  const std::vector<EpdLine> lines = IndexEpdLines(text);
  ASSERT_EQ(lines.size(), 3u);
  EXPECT_EQ(EpdLineAt(text, lines[0].offset), "first");
  EXPECT_EQ(lines[0].number, 3u);
  EXPECT_EQ(EpdLineAt(text, lines[1].offset), "second");
  EXPECT_EQ(lines[1].number, 6u);
  EXPECT_EQ(EpdLineAt(text, lines[2].offset), "third");
}

TEST(EpdLines, AnEmptyTextHasNone) {
  EXPECT_EQ(IndexEpdLines("").size(), 0u);
  EXPECT_EQ(IndexEpdLines("\n\n").size(), 0u);
}

}  // namespace
}  // namespace rookery::openings
