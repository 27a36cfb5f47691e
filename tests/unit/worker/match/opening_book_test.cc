#include "worker/match/opening_book.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdio>

#include "base/file.h"
#include "engine/chess/notation.h"

namespace rookery::worker {
namespace {

using ::testing::HasSubstr;

TEST(ParseOpening, TakesFenAndEpdWithCounters) {
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"4k3/8/8/8/8/8/4P3/4K3 w - - 3 12", "4k3/8/8/8/8/8/4P3/4K3 w - - 3 12"},
      {"4k3/8/8/8/8/8/4P3/4K3 w - - 3 12;", "4k3/8/8/8/8/8/4P3/4K3 w - - 3 12"},
      {"4k3/8/8/8/8/8/4P3/4K3 w - -", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"},
      {"4k3/8/8/8/8/8/4P3/4K3 w - - hmvc 7; fmvn 9;", "4k3/8/8/8/8/8/4P3/4K3 w - - 7 9"},
      {"4k3/8/8/8/8/8/4P3/4K3 w - - id \"x; hmvc 8\"; hmvc 7;", "4k3/8/8/8/8/8/4P3/4K3 w - - 7 1"},
      {"  4k3/8/8/8/8/8/4P3/4K3\tw  - - bm e4;", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"}};
  for (const auto& [line, fen] : cases) {
    const auto position = ParseOpening(line);
    ASSERT_TRUE(position.ok()) << line << ": " << position.status();
    EXPECT_EQ(chess::ToFen(*position), fen);
  }
}

TEST(ParseOpening, RefusesWhatIsNoOpening) {
  for (const char* line :
       {"nonsense", "8/8/8/8/8/8/4P3/4K3 w - -", "4k3/8/8/8/8/8/4P3/4K3 w - - hmvc x;",
        "7k/5Q2/6K1/8/8/8/8/8 b - -", "7k/8/8/8/8/8/8/K7 w - -"}) {
    EXPECT_FALSE(ParseOpening(line).ok()) << line;
  }
}

TEST(OpeningBook, NamesFileAndLineOfAFault) {
  const auto book =
      OpeningBook::FromText("# mine\n4k3/8/8/8/8/8/4P3/4K3 w - -\n\nbroken line\n", "book.epd");
  ASSERT_TRUE(book.ok());
  EXPECT_EQ((*book)->size(), 2u);
  EXPECT_TRUE((*book)->At(0).ok());
  EXPECT_THAT(std::string((*book)->At(1).status().message()), HasSubstr("book.epd:4: "));
  EXPECT_FALSE((*book)->At(2).ok());
}

TEST(OpeningBook, ReadsAFileAndRefusesWhatIsNone) {
  const std::string path = ::testing::TempDir() + "opening_book_test.epd";
  ASSERT_TRUE(WriteFileAtomically(path, "4k3/8/8/8/8/8/4P3/4K3 w - -").ok());
  const auto book = OpeningBook::Open(path);
  ASSERT_TRUE(book.ok()) << book.status();
  EXPECT_EQ((*book)->size(), 1u);
  EXPECT_TRUE((*book)->At(0).ok());
  ASSERT_TRUE(WriteFileAtomically(path, "").ok());
  EXPECT_FALSE(OpeningBook::Open(path).ok());
  std::remove(path.c_str());
  EXPECT_TRUE(absl::IsNotFound(OpeningBook::Open(path).status()));
  EXPECT_FALSE(OpeningBook::Open(::testing::TempDir()).ok());
}

}  // namespace
}  // namespace rookery::worker
