#include "base/pairing/book_lines.h"

#include <gtest/gtest.h>

namespace rookery {
namespace {

TEST(BookLines, SkipsBlankLinesAndComments) {
  const std::string_view text = "\xEF\xBB\xBF# a book\n\nfirst\r\n   \t\r\n  # more\nsecond\nthird";
  const std::vector<BookLine> lines = IndexBookLines(text);
  ASSERT_EQ(lines.size(), 3u);
  EXPECT_EQ(BookLineAt(text, lines[0].offset), "first");
  EXPECT_EQ(lines[0].number, 3u);
  EXPECT_EQ(BookLineAt(text, lines[1].offset), "second");
  EXPECT_EQ(lines[1].number, 6u);
  EXPECT_EQ(BookLineAt(text, lines[2].offset), "third");
  EXPECT_EQ(CountBookLines(text), 3u);
}

TEST(BookLines, AnEmptyTextHasNone) {
  EXPECT_EQ(CountBookLines(""), 0u);
  EXPECT_EQ(CountBookLines("\n\n"), 0u);
}

}  // namespace
}  // namespace rookery
