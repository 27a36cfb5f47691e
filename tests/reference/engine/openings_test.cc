// Openings of the source texts: the cases of kind "opening" of source-cases.json, which
// python-chess and a reference script answered, and the books that come with the program.
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "engine/chess/epd.h"
#include "engine/chess/source_notation.h"
#include "engine/openings/book.h"
#include "engine/openings/classifier.h"
#include "engine/openings/lint.h"
#include "engine/openings/shipped.h"

namespace rookery::openings {
namespace {

std::vector<chess::Move> MovesOf(const std::string& text) {
  const auto game = chess::ParseSourceGame(chess::Position::Start(), text);
  EXPECT_TRUE(game.ok()) << text << ": " << game.status();
  std::vector<chess::Move> moves;
  for (const chess::PgnMove& played : game->moves) moves.push_back(played.move);
  return moves;
}

// T247 to T256: rows A326 to A332 and A334.
TEST(SourceOpenings, AreClassifiedAndNamedAsTheCasesSay) {
  std::ifstream file(std::string(ROOKERY_TEST_DATA) + "/source-cases.json");
  const auto json = nlohmann::json::parse(file);
  const OpeningClassifier classifier;
  int cases = 0;
  for (const auto& one : json.is_array() ? json : json["cases"]) {
    if (one["kind"] != "opening") continue;
    SCOPED_TRACE(one["id"].get<std::string>());
    const std::string san = one["input"]["san"];
    const OpeningName name = classifier.Classify(chess::Position::Start(), MovesOf(san));
    ASSERT_TRUE(name.kind.has_value());
    EXPECT_EQ(Name(*name.kind), one["expected"]["taxonomy"].get<std::string>());
    EXPECT_EQ(name.source_name, one["expected"]["name"].get<std::string>());
    ++cases;
  }
  EXPECT_EQ(cases, 10);
}

std::unique_ptr<Book> BookOf(std::string_view text) {
  return *Book::FromText(std::string(text), {.plies = 0, .name = "shipped"});
}

TEST(ShippedBooks, HoldNoFault) {
  for (const std::string_view text : {SourceLines(), NamedLines(), SmallBook()}) {
    EXPECT_TRUE(CheckBook(*BookOf(text)).ok()) << CheckBook(*BookOf(text));
  }
  EXPECT_EQ(BookOf(NamedLines())->size(), 88u);
  EXPECT_EQ(BookOf(SmallBook())->size(), 200u);
}

TEST(ShippedBooks, StandWhereTheirMovesLead) {
  for (const std::string_view text : {SourceLines(), NamedLines(), SmallBook()}) {
    const auto book = BookOf(text);
    for (uint64_t i = 0; i < book->size(); ++i) {
      const Opening opening = *book->Read(i);
      const chess::Epd epd{opening.position, opening.operations};
      chess::Position position = chess::Position::Start();
      for (const chess::Move move : MovesOf(epd.Find("c0")->operands[0])) position.Play(move);
      EXPECT_EQ(position.key(), opening.position.key()) << epd.Find("id")->operands[0];
    }
  }
}

// Row A304: no first move is the only right one.
TEST(ShippedBooks, BeginWithManyFirstMoves) {
  std::set<std::string> first;
  const auto book = BookOf(SmallBook());
  for (uint64_t i = 0; i < book->size(); ++i) {
    const chess::Epd epd{chess::Position::Start(), book->Read(i)->operations};
    const std::string moves = epd.Find("c0")->operands[0];
    first.insert(moves.substr(0, moves.find(' ')));
  }
  EXPECT_GE(first.size(), 15u);
}

// Rows A333 and A334: the centre, king's and queen's gambits are there, and tagged.
TEST(ShippedBooks, HoldTheThreeGambitsOfTheTexts) {
  const OpeningClassifier classifier;
  for (const char* moves : {"e4 e5 d4", "e4 e5 f4", "d4 d5 c4"}) {
    const OpeningName name = classifier.Classify(chess::Position::Start(), MovesOf(moves));
    EXPECT_TRUE(name.gambit) << moves;
    EXPECT_FALSE(name.source_name.empty()) << moves;
  }
}

}  // namespace
}  // namespace rookery::openings
