#include "engine/openings/polyglot.h"

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <vector>

#include "engine/chess/notation.h"
#include "engine/openings/polyglot_tree.h"
#include "tests/support/polyglot_bytes.h"

namespace rookery::openings {
namespace {

using chess::Move;
using chess::Position;
using test::PolyglotBytes;

// The key after moves from the start position.
uint64_t KeyOf(const std::vector<std::string>& moves) {
  Position position = Position::Start();
  uint64_t key = PolyglotKey(position);
  for (const std::string& text : moves) {
    const Move move = *chess::ParseUci(position, text);
    key = PolyglotKeyAfter(position, move);
    position.Play(move);
  }
  return key;
}

// The test data of the format's description, all nine positions.
TEST(PolyglotKey, GivesThePublishedKeys) {
  EXPECT_EQ(KeyOf({}), 0x463b96181691fc9cu);
  EXPECT_EQ(KeyOf({"e2e4"}), 0x823c9b50fd114196u);
  EXPECT_EQ(KeyOf({"e2e4", "d7d5"}), 0x0756b94461c50fb0u);
  EXPECT_EQ(KeyOf({"e2e4", "d7d5", "e4e5"}), 0x662fafb965db29d4u);
  EXPECT_EQ(KeyOf({"e2e4", "d7d5", "e4e5", "f7f5"}), 0x22a48b5a8e47ff78u);
  EXPECT_EQ(KeyOf({"e2e4", "d7d5", "e4e5", "f7f5", "e1e2"}), 0x652a607ca3f242c1u);
  EXPECT_EQ(KeyOf({"e2e4", "d7d5", "e4e5", "f7f5", "e1e2", "e8f7"}), 0x00fdd303c946bdd9u);
  EXPECT_EQ(KeyOf({"a2a4", "b7b5", "h2h4", "b5b4", "c2c4"}), 0x3c8123ea7b067637u);
  EXPECT_EQ(KeyOf({"a2a4", "b7b5", "h2h4", "b5b4", "c2c4", "b4c3", "a1a3"}), 0x5c3f9b829b279560u);
}

TEST(PolyglotKey, CountsAPawnBesideTheDoubleStepEvenIfItsCaptureIsIllegal) {
  // The pawn on e4 is pinned along its rank.
  const Position before = *chess::ParseFen("8/8/8/8/k3p2R/8/3P4/4K3 w - - 0 1");
  const Move move = *chess::ParseUci(before, "d2d4");
  Position after = before;
  after.Play(move);
  EXPECT_EQ(after.en_passant(), chess::Square::kNone);
  EXPECT_NE(PolyglotKeyAfter(before, move), PolyglotKey(after));
}

TEST(PolyglotBook, FindsLegalMovesHeaviestFirst) {
  const Position start = Position::Start();
  const uint64_t key = PolyglotKey(start);
  const std::string bytes = PolyglotBytes(
      {{key, "d2d4", 5}, {key, "e2e4", 9}, {key, "e2e5", 3}, {key, "g1f3", 0}, {7, "a2a3", 1}});
  const auto book = PolyglotBook::FromBytes(bytes);
  ASSERT_TRUE(book.ok());
  EXPECT_TRUE(book->sorted());
  const auto found = book->Find(start, key);
  ASSERT_EQ(found.moves.size(), 2u);
  EXPECT_EQ(chess::ToUci(start, found.moves[0].move), "e2e4");
  EXPECT_EQ(chess::ToUci(start, found.moves[1].move), "d2d4");
  EXPECT_EQ(found.illegal, 1);
  EXPECT_TRUE(book->Find(start, key + 1).moves.empty());
}

TEST(PolyglotBook, ReadsBothWaysOfWritingCastling) {
  const Position position = *chess::ParseFen("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
  const uint64_t key = PolyglotKey(position);
  for (const char* text : {"e1h1", "e1g1"}) {
    const std::string bytes = PolyglotBytes({{key, text, 1}});
    const auto found = PolyglotBook::FromBytes(bytes)->Find(position, key);
    ASSERT_EQ(found.moves.size(), 1u) << text;
    EXPECT_EQ(chess::ToSan(position, found.moves[0].move), "O-O");
  }
}

TEST(PolyglotBook, RefusesBytesThatDontDivideIntoEntries) {
  EXPECT_FALSE(PolyglotBook::FromBytes("").ok());
  EXPECT_FALSE(PolyglotBook::FromBytes(std::string(17, '\0')).ok());
}

std::string Lines(const PolyglotTree& tree) {
  std::string text;
  for (size_t i = 0; i < tree.size(); ++i) {
    Position position = Position::Start();
    for (const Move move : tree.MovesTo(i)) {
      text += chess::ToSan(position, move) + " ";
      position.Play(move);
    }
    text += "| ";
  }
  return text;
}

// Nf3 and d4 in either order lead to one position; the line through e4 ends early.
std::string SmallBook() {
  return PolyglotBytes({{KeyOf({}), "g1f3", 8},
                        {KeyOf({}), "d2d4", 4},
                        {KeyOf({}), "e2e4", 2},
                        {KeyOf({"g1f3"}), "d7d5", 1},
                        {KeyOf({"d2d4"}), "d7d5", 1},
                        {KeyOf({"g1f3", "d7d5"}), "d2d4", 1},
                        {KeyOf({"d2d4", "d7d5"}), "g1f3", 1}});
}

TEST(PolyglotTree, ListsWhereTheBookEndsAndNoPositionTwice) {
  const std::string bytes = SmallBook();
  const auto tree = PolyglotTree::Build(*PolyglotBook::FromBytes(bytes), 0);
  ASSERT_TRUE(tree.ok()) << tree.status();
  EXPECT_EQ(Lines(*tree), "e4 | Nf3 d5 d4 | ");
}

TEST(PolyglotTree, CutsAfterAsManyPliesAsAsked) {
  const std::string bytes = SmallBook();
  EXPECT_EQ(Lines(*PolyglotTree::Build(*PolyglotBook::FromBytes(bytes), 2)),
            "e4 | Nf3 d5 | d4 d5 | ");
  EXPECT_EQ(Lines(*PolyglotTree::Build(*PolyglotBook::FromBytes(bytes), 1)), "Nf3 | d4 | e4 | ");
}

TEST(PolyglotTree, RefusesABookThatDoesntKnowTheStartPosition) {
  const std::string bytes = PolyglotBytes({{7, "a2a3", 1}});
  EXPECT_FALSE(PolyglotTree::Build(*PolyglotBook::FromBytes(bytes), 0).ok());
}

}  // namespace
}  // namespace rookery::openings
