#include "engine/openings/book_format.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

namespace rookery::openings {
namespace {

TEST(BookFormat, IsToldByTheContent) {
  const std::string entry("\x46\x3b\x96\x18\x16\x91\xfc\x9c\x03\x1c\0\x01\0\0\0\0", 16);
  const std::vector<std::pair<std::string, BookFormat>> cases = {
      {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -\n", BookFormat::kEpd},
      {"# lines\n\n8/8/8/8/8/8/4P3/k1K5 w - - bm e4;", BookFormat::kEpd},
      {"\xEF\xBB\xBF\r\n[Event \"a\"]\r\n", BookFormat::kPgn},
      {"% made by x\n; a comment\n1. e4 e5 *", BookFormat::kPgn},
      {"1.e4 *", BookFormat::kPgn},
      {"1 e4 *", BookFormat::kPgn},
      {"{starts} 1. e4 *", BookFormat::kPgn},
      {"8/8/8/8/8/8/4P3/k1K5 w - -", BookFormat::kEpd},
      {"nonsense", BookFormat::kEpd},
      {"", BookFormat::kEpd},
      {"[Event \"a\"]\n\n1. e4 *\n\x1A", BookFormat::kPgn},
      {entry, BookFormat::kPolyglot},
  };
  for (const auto& [content, format] : cases) EXPECT_EQ(FormatOf(content), format) << content;
}

}  // namespace
}  // namespace rookery::openings
