#include "engine/openings/book.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdio>

#include "base/file.h"
#include "base/status.h"
#include "engine/chess/notation.h"
#include "engine/openings/polyglot.h"
#include "tests/support/polyglot_bytes.h"
#include "tests/support/temp_path.h"

namespace rookery::openings {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

std::unique_ptr<Book> FromText(std::string text, int plies = 0) {
  auto book = Book::FromText(std::move(text), {.plies = plies, .name = "a.book"});
  EXPECT_TRUE(book.ok()) << book.status();
  return *std::move(book);
}

TEST(Book, ReadsFenAndEpdWithCounters) {
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"4k3/8/8/8/8/8/4P3/4K3 w - - 3 12", "4k3/8/8/8/8/8/4P3/4K3 w - - 3 12"},
      {"4k3/8/8/8/8/8/4P3/4K3 w - - 3 12;", "4k3/8/8/8/8/8/4P3/4K3 w - - 3 12"},
      {"4k3/8/8/8/8/8/4P3/4K3 w - -", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"},
      {"4k3/8/8/8/8/8/4P3/4K3 w - - hmvc 7; fmvn 9;", "4k3/8/8/8/8/8/4P3/4K3 w - - 7 9"},
      {"4k3/8/8/8/8/8/4P3/4K3 w - - id \"x; hmvc 8\"; hmvc 7;", "4k3/8/8/8/8/8/4P3/4K3 w - - 7 1"},
      {"  4k3/8/8/8/8/8/4P3/4K3\tw  - - bm e4;", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"}};
  for (const auto& [line, fen] : cases) {
    const auto opening = FromText(line)->At(0);
    ASSERT_TRUE(opening.ok()) << line << ": " << opening.status();
    EXPECT_EQ(chess::ToFen(opening->position), fen);
  }
}

TEST(Book, RefusesLinesThatAreNoOpenings) {
  for (const char* line :
       {"nonsense", "8/8/8/8/8/8/4P3/8 w - -", "4k3/8/8/8/8/8/4P3/4K3 w - - hmvc x;",
        "4k3/8/8/8/8/8/4P3/4K3 w - - id \"open;", "7k/5Q2/6K1/8/8/8/8/8 b - -",
        "7k/8/8/8/8/8/8/K7 w - -"}) {
    EXPECT_FALSE(FromText(line)->At(0).ok()) << line;
  }
}

TEST(Book, NamesFileAndLineOfAFault) {
  const auto book = FromText("# mine\n4k3/8/8/8/8/8/4P3/4K3 w - -\n\nbroken line\n");
  EXPECT_EQ(book->size(), 2u);
  EXPECT_TRUE(book->At(0).ok());
  EXPECT_THAT(Message(book->At(1).status()), StartsWith("a.book:4: "));
  EXPECT_FALSE(book->At(2).ok());
  EXPECT_EQ(book->Where(0), "a.book:2");
}

constexpr char kGames[] =
    "[Event \"a\"]\n\n1. e4 e5 2. Nf3 Nc6 *\n\n[Event \"b\"]\n\n1. d4 Ke4 *\n"
    "[Event \"c\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n*\n"
    "[Event \"d\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n";

TEST(Book, TakesThePositionAtTheEndOfEachGameOfAPgn) {
  const auto book = FromText(kGames);
  EXPECT_EQ(book->format(), BookFormat::kPgn);
  ASSERT_EQ(book->size(), 4u);
  EXPECT_EQ(chess::ToFen(book->At(0)->position),
            "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3");
  EXPECT_EQ(book->Read(0)->moves.size(), 4u);
  EXPECT_THAT(Message(book->At(1).status()), StartsWith("a.book:7:7: move 'Ke4'"));
  EXPECT_EQ(chess::ToFen(book->At(2)->position), "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
  // Mated by its last move: played from before it.
  EXPECT_EQ(chess::ToFen(book->At(3)->position),
            "rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2");
  EXPECT_EQ(book->At(3)->moves.size(), 3u);
  EXPECT_EQ(book->Read(3)->moves.size(), 4u);
}

TEST(Book, CutsGamesAfterAsManyPliesAsAsked) {
  const auto book = FromText(kGames, 2);
  EXPECT_EQ(chess::ToFen(book->At(0)->position),
            "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2");
  EXPECT_TRUE(book->At(3).ok());
  EXPECT_FALSE(Book::FromText(kGames, {.plies = -1, .name = "x"}).ok());
}

TEST(Book, WalksAPolyglotBook) {
  const chess::Position start = chess::Position::Start();
  const auto book = FromText(
      test::PolyglotBytes({{PolyglotKey(start), "e2e4", 2}, {PolyglotKey(start), "d2d4", 1}}));
  EXPECT_EQ(book->format(), BookFormat::kPolyglot);
  ASSERT_EQ(book->size(), 2u);
  EXPECT_EQ(chess::ToFen(book->At(0)->position),
            "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
  EXPECT_EQ(book->Where(1), "a.book: after d4");
}

TEST(Book, SaysThatItsFileWasChangedUnderIt) {
  const std::string path = rookery::testing::TempPath("book_test.changed");
  ASSERT_TRUE(WriteFileAtomically(path, "4k3/8/8/8/8/8/4P3/4K3 w - -\n").ok());
  const auto book = Book::Open(path);
  ASSERT_TRUE(book.ok()) << book.status();
  EXPECT_TRUE((*book)->At(0).ok());
  ASSERT_EQ(::truncate(path.c_str(), 0), 0);
  EXPECT_THAT(Message((*book)->At(0).status()), HasSubstr("was changed while it was in use"));
  std::remove(path.c_str());
}

TEST(Book, OpensAFileAndRefusesWhatIsNone) {
  const std::string path = rookery::testing::TempPath("book_test.epd");
  ASSERT_TRUE(WriteFileAtomically(path, "4k3/8/8/8/8/8/4P3/4K3 w - -").ok());
  const auto book = Book::Open(path);
  ASSERT_TRUE(book.ok()) << book.status();
  EXPECT_EQ((*book)->size(), 1u);
  EXPECT_EQ((*book)->Where(0), path + ":1");
  EXPECT_EQ((*Book::Open(path, {.plies = 0, .name = "book"}))->Where(0), "book:1");
  ASSERT_TRUE(WriteFileAtomically(path, "").ok());
  EXPECT_THAT(Message(Book::Open(path).status()), HasSubstr("no openings"));
  std::remove(path.c_str());
  EXPECT_TRUE(absl::IsNotFound(Book::Open(path).status()));
  EXPECT_FALSE(Book::Open(::testing::TempDir()).ok());
  EXPECT_THAT(Message(Book::FromText("\xFF\xFE[", {.plies = 0, .name = "b"}).status()),
              HasSubstr("b: UTF-16 text"));
}

// Fifty moves end a game by the default, 75 by FIDE's rules, thirty by one server's.
TEST(Book, JudgesAnOpeningByTheRulesPlayedBy) {
  const auto book = Book::FromText(
      "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 100 90\n6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 80 90\n"
      "8/6k1/8/1p1p1p1p/1P1P1P1P/8/6K1/8 w - - 0 1\n",
      "b.epd");
  ASSERT_TRUE(book.ok()) << book.status();
  const auto takes = [&](uint64_t index, std::string_view rules) {
    return (*book)->At(index, *chess::FindRuleProfile(rules)).ok();
  };
  EXPECT_FALSE(takes(0, "engine"));
  EXPECT_TRUE(takes(0, "fide"));
  EXPECT_TRUE(takes(1, "engine"));
  EXPECT_FALSE(takes(1, "qq"));
  EXPECT_FALSE(takes(2, "engine"));
  EXPECT_TRUE(takes(2, "source"));
}

}  // namespace
}  // namespace rookery::openings
