#include "engine/chess/pgn_index.h"

#include <gtest/gtest.h>

#include <sstream>
#include <string>
#include <vector>

namespace rookery::chess {
namespace {

// Every game as one line, broken ones by their fault.
std::string Told(const PgnGame& game) { return ToPgn(game); }
std::string Told(const PgnError& error) {
  return std::to_string(error.line) + ":" + std::to_string(error.column) + ": " + error.message;
}

std::vector<std::string> Streamed(const std::string& text) {
  std::vector<std::string> games;
  std::istringstream input(text);
  ReadPgn(
      input,
      [&games](const PgnGame& game) {
        games.push_back(Told(game));
        return true;
      },
      [&games](const PgnError& error) {
        games.push_back(Told(error));
        return true;
      });
  return games;
}

std::vector<std::string> Indexed(const std::string& text) {
  std::vector<std::string> games;
  for (const PgnPlace& place : IndexPgn(text)) {
    games.push_back(
        std::visit([](const auto& read) { return Told(read); }, ReadPgnGame(text, place)));
  }
  return games;
}

TEST(PgnIndex, SaysWhereEachGameBegins) {
  const std::string text = "\xEF\xBB\xBF[Event \"a\"]\n\n1. e4 *\n\n  1. d4 * 1. c4 *\n";
  const std::vector<PgnPlace> places = IndexPgn(text);
  ASSERT_EQ(places.size(), 3u);
  EXPECT_EQ(places[0], (PgnPlace{3, 1, 1}));
  EXPECT_EQ(places[1], (PgnPlace{text.find("1. d4"), 5, 3}));
  EXPECT_EQ(places[2], (PgnPlace{text.find("1. c4"), 5, 11}));
  EXPECT_TRUE(IndexPgn("").empty());
  EXPECT_TRUE(IndexPgn(" \n{only a comment}\n").empty());
}

TEST(PgnIndex, NumbersGamesAsTheStreamingReaderMeetsThemBrokenOnesToo) {
  const std::vector<std::string> texts = {
      "[Event \"a\"]\n\n1. e4 e5\n2. Ke3 {x} Nf6 1-0\n\n[Event \"b\"]\n\n1. d4 *\n",
      "[Event \"a\"]\n\n1. e4 {never closed\n\n[Event \"b\"]\n\n1. d4 *\n",
      "[Event a]\n[Site \"s\"]\n\n1. e4 *\n[Event \"b\"]\n\n1. d4 *\n",
      "1. e4 (1. d4 (1. c4 {*} *) *\n[Event \"b\"]\n1. d4 1-0 {Black resigns} 1. e4 1/2\n",
      "* * *",
      "1. e4 e5 [White \"x\"] [Black \"y\"] 1. d4 d5",
      "; one\n% two\n[A \"b\"]\n",
      "1. e4 *\r1. d4 *\r",
      "1. e4 *\n\x1A",
      "\n\n[Event \"\xC3\xA9\"]\r\n\r\n*\r\n"};
  for (const std::string& text : texts) EXPECT_EQ(Indexed(text), Streamed(text)) << text;
}

TEST(ReadPgnGame, SaysSoIfThereIsNone) {
  const auto read = ReadPgnGame("1. e4 *\n", {8, 2, 1});
  ASSERT_TRUE(std::holds_alternative<PgnError>(read));
  EXPECT_EQ(std::get<PgnError>(read).line, 2);
}

}  // namespace
}  // namespace rookery::chess
