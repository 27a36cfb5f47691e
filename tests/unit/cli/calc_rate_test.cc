#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>
#include <utility>

#include "cli/program.h"
#include "tests/support/temp_path.h"

namespace rookery::cli {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using testing::TempPath;

struct Ran {
  Exit exit;
  std::string out;
  std::string err;
};

Ran RunWith(const std::vector<std::string>& arguments) {
  std::ostringstream out;
  std::ostringstream err;
  Printer printer(&out, &err, {});
  FakeClock clock;
  Context context;
  context.printer = &printer;
  context.clock = &clock;
  context.environment = [](const std::string&) { return std::nullopt; };
  context.entropy = [] { return uint64_t{1}; };
  const Exit exit = RunProgram(arguments, context);
  return {exit, out.str(), err.str()};
}

std::string Games(const std::string& name) {
  return std::string(ROOKERY_TEST_DATA) + "/stats/ratings/" + name;
}

TEST(Rate, GivesTheListOfAPgnFile) {
  const Ran ran = RunWith({"rate", Games("setA.pgn"), "--superiority", "E1,E2", "--json"});
  ASSERT_EQ(ran.exit, Exit::kDone) << ran.err;
  const auto object = nlohmann::json::parse(ran.out);
  EXPECT_EQ(object.at("games"), 1120);
  EXPECT_NEAR(object.at("white_advantage").get<double>(), 31.170433541, 1e-4);
  const auto& best = object.at("players")[0];
  EXPECT_EQ(best.at("name"), "E1");
  EXPECT_NEAR(best.at("rating").get<double>(), 166.76356186, 1e-4);
  EXPECT_NEAR(best.at("error").get<double>(), 1.959964 * 15.134677612, 1e-3);
  EXPECT_NEAR(object.at("superiority")[0][1].get<double>(), 0.97722748, 1e-6);
}

// Two games in a row from one opening are a pair, whether the opening is a position or the moves
// that a runner marks as its book's; the rounds of a fleet's games are all different.
TEST(Rate, KnowsAPairByItsOpening) {
  const auto game = [](int round, const char* white, const char* black, const char* moves) {
    return fmt::format(
        "[White \"{}\"]\n[Black \"{}\"]\n[Round \"{}\"]\n[Result \"1-0\"]\n\n{} 1-0\n\n", white,
        black, round, moves);
  };
  const std::string e4 = "1. e4 {book} e5 {book} 2. Nf3 {+0.10/4 0.1s}";
  const std::string d4 = "1. d4 {book} d5 {book} 2. Nf3 {+0.10/4 0.1s}";
  const std::string path = TempPath("calc_rate_test.pgn");
  const auto pairs = [&](const std::string& pgn) {
    std::ofstream(path) << pgn;
    const Ran ran = RunWith({"rate", path, "--json"});
    EXPECT_EQ(ran.exit, Exit::kDone) << ran.err;
    return nlohmann::json::parse(ran.out).at("pairs").get<int>();
  };
  EXPECT_EQ(pairs(game(1, "a", "b", e4.c_str()) + game(2, "b", "a", e4.c_str())), 1);
  EXPECT_EQ(pairs(game(1, "a", "b", e4.c_str()) + game(2, "b", "a", d4.c_str())), 0);
  EXPECT_EQ(pairs(game(1, "a", "b", "1. e4 e5") + game(1, "b", "a", "1. e4 e5")), 1);
  EXPECT_EQ(pairs(game(1, "a", "b", "1. e4 e5") + game(2, "b", "a", "1. e4 e5")), 0);
}

TEST(Rate, HoldsAnchorsAndTakesAModel) {
  const Ran ran =
      RunWith({"rate", Games("setA.pgn"), "--model", "davidson", "--anchor", "E4=2800", "--json"});
  const auto object = nlohmann::json::parse(ran.out);
  EXPECT_NEAR(object.at("players")[0].at("rating").get<double>(), 2800 + 332.64994389 - 52.34836238,
              1e-4);
  EXPECT_NEAR(object.at("draw_nu").get<double>(), 1.98794355, 1e-6);
}

TEST(Rate, SaysErrorsRelativeToAnOpponent) {
  const Ran ran = RunWith(
      {"rate", Games("setA.pgn"), "--relative-to", "E4", "--superiority", "E1,E4", "--json"});
  const auto object = nlohmann::json::parse(ran.out);
  EXPECT_EQ(object.at("errors_relative_to"), "E4");
  for (const auto& player : object.at("players")) {
    if (player.at("name") == "E4") {
      EXPECT_EQ(player.at("error"), 0);
    } else {
      EXPECT_GT(player.at("error"), 0);
    }
  }
  EXPECT_THAT(RunWith({"rate", Games("setA.pgn"), "--relative-to", "E9"}).err,
              HasSubstr("relative_to: no player 'E9'"));
}

TEST(Rate, TakesLooseAnchors) {
  const Ran ran = RunWith({"rate", Games("setA.pgn"), "--loose-anchor", "E1=3000:10",
                           "--loose-anchor", "E8=2600:10", "--json"});
  ASSERT_EQ(ran.exit, Exit::kDone) << ran.err;
  const auto players = nlohmann::json::parse(ran.out).at("players");
  // The results say 358 between them, the anchors 400.
  const double gap =
      players.front().at("rating").get<double>() - players.back().at("rating").get<double>();
  EXPECT_GT(gap, 360);
  EXPECT_LT(gap, 399);
  for (const char* bad : {"E1=3000", "E1=3000:0", "E1=:5", "E1=1:x", "E9=1:2", "E1:5=3"}) {
    const Ran refused = RunWith({"rate", Games("setA.pgn"), "--loose-anchor", bad});
    EXPECT_EQ(refused.exit, Exit::kUsage) << bad;
    EXPECT_THAT(refused.err, HasSubstr("loose_anchor")) << bad;
  }
}

TEST(Rate, SaysGradesBesideRatings) {
  const Ran ran = RunWith({"rate", Games("setA.pgn"), "--json"});
  int64_t sum = 0;
  for (const auto& player : nlohmann::json::parse(ran.out).at("players")) {
    sum += player.at("grade_points").get<int64_t>();
    EXPECT_TRUE(player.at("grade_settled").get<bool>());
    EXPECT_EQ(player.at("grade").is_null(), player.at("grade_points") < 100);
  }
  EXPECT_EQ(sum, 0);  // points pass from one to the other
  EXPECT_THAT(RunWith({"rate", Games("setA.pgn")}).out, HasSubstr("Grade"));
}

TEST(Rate, ExplainsPerfectAndDisconnectedPlayers) {
  const Ran perfect = RunWith({"rate", Games("setC.pgn")});
  EXPECT_EQ(perfect.exit, Exit::kDone);
  EXPECT_THAT(perfect.out, HasSubstr(">="));
  EXPECT_THAT(perfect.err, HasSubstr("Perfect won every game"));
  EXPECT_THAT(RunWith({"rate", Games("setD_disconnected.pgn")}).err,
              HasSubstr("2 groups never met"));
}

TEST(Rate, SaysThatAnAnchorOfWhoOnlyLostHoldsNobody) {
  const Ran ran = RunWith({"rate", Games("setC.pgn"), "--anchor", "Perfect=3000"});
  EXPECT_THAT(ran.err, HasSubstr("the anchor of Perfect is left out"));
  EXPECT_THAT(RunWith({"rate", Games("setA.pgn"), "--anchor", "E1=3000"}).err,
              Not(HasSubstr("left out")));
}

TEST(Rate, RefusesByName) {
  EXPECT_THAT(RunWith({"rate", "/nowhere.pgn"}).err, HasSubstr("/nowhere.pgn"));
  EXPECT_EQ(RunWith({"rate", "/nowhere.pgn"}).exit, Exit::kUsage);
  EXPECT_THAT(RunWith({"rate", Games("setA.pgn"), "--anchor", "E9=1"}).err, HasSubstr("'E9'"));
  EXPECT_THAT(RunWith({"rate", Games("setA.pgn"), "--anchor", "E1=x"}).err, HasSubstr("'x'"));
  const auto twice = [](const char* option, const char* value) {
    return RunWith({"rate", Games("setA.pgn"), "--anchor", "E1=1", option, value}).err;
  };
  EXPECT_THAT(twice("--anchor", "E1=2"), HasSubstr("anchor: 'E1' has an anchor already"));
  EXPECT_THAT(twice("--loose-anchor", "E1=2:5"), HasSubstr("loose_anchor: 'E1' has an anchor"));
  EXPECT_THAT(RunWith({"rate", Games("setA.pgn"), "--draw-elo", "100"}).err,
              HasSubstr("draw_elo: the model bt has none"));
  EXPECT_THAT(RunWith({"rate", Games("")}).err, HasSubstr("cannot be read"));  // a folder
  EXPECT_EQ(RunWith({"rate"}).exit, Exit::kUsage);
}

TEST(Rate, SaysWhyNoGameIsLeft) {
  const std::string path = TempPath("broken.pgn");
  std::ofstream(path) << "[White \"A\"]\n[Black \"B\"]\n[Result \"1-0\"]\n\n1. e4 {unclosed 1-0\n";
  EXPECT_THAT(RunWith({"rate", path}).err,
              AllOf(HasSubstr("no finished game, 1 that could not be read"),
                    HasSubstr("a comment has no closing brace")));
  std::ofstream(path) << "[White \"A\"]\n[Black \"B\"]\n[Result \"*\"]\n\n1. e4 *\n";
  EXPECT_THAT(RunWith({"rate", path}).err, HasSubstr("no finished game, 1 without a result;"));
}

// The results of a PGN file's games, counted by hand.
std::string ResultsOf(const std::string& pgn) {
  std::map<std::pair<std::string, std::string>, std::array<int, 3>> counts;
  std::ifstream file(pgn);
  std::string line;
  std::string white;
  std::string black;
  const auto value = [&line] {
    const size_t from = line.find('"') + 1;
    return line.substr(from, line.rfind('"') - from);
  };
  while (std::getline(file, line)) {
    if (line.starts_with("[White ")) white = value();
    if (line.starts_with("[Black ")) black = value();
    if (!line.starts_with("[Result ")) continue;
    const std::string result = value();
    if (result == "*") continue;
    ++counts[{white, black}][result == "1-0" ? 0 : result == "0-1" ? 2 : 1];
  }
  std::string text = "white,black,wins,draws,losses\n";
  for (const auto& [players, row] : counts) {
    text += fmt::format("{},{},{},{},{}\n", players.first, players.second, row[0], row[1], row[2]);
  }
  return text;
}

std::string WriteResults(const std::string& text) {
  const std::string path = TempPath("results.csv");
  std::ofstream(path) << text;
  return path;
}

TEST(Rate, GivesTheSameListOfResultsAsOfTheirGames) {
  const std::string path = WriteResults(ResultsOf(Games("setA.pgn")));
  for (const char* model : {"bt", "davidson", "rao-kupper"}) {
    const Ran of_games = RunWith({"rate", Games("setA.pgn"), "--model", model, "--json"});
    const Ran of_results = RunWith({"rate", path, "--model", model, "--json"});
    ASSERT_EQ(of_results.exit, Exit::kDone) << of_results.err;
    const auto games = nlohmann::json::parse(of_games.out);
    const auto results = nlohmann::json::parse(of_results.out);
    EXPECT_EQ(results.at("games"), games.at("games"));
    EXPECT_EQ(results.at("pairs"), 0);
    ASSERT_EQ(results.at("players").size(), games.at("players").size());
    for (size_t i = 0; i < games.at("players").size(); ++i) {
      const auto& one = games.at("players")[i];
      const auto& other = results.at("players")[i];
      EXPECT_EQ(other.at("name"), one.at("name"));
      EXPECT_NEAR(other.at("rating").get<double>(), one.at("rating").get<double>(), 1e-6);
      EXPECT_TRUE(other.at("grade").is_null());  // results have no order
    }
  }
}

// As spreadsheets write them.
TEST(Rate, ReadsResultsWithAByteOrderMarkBlanksAndCarriageReturns) {
  const std::string plain =
      "white,black,wins,draws,losses\nan old one,b,3,4,5\nb,an old one,1,2,3\n";
  const std::string odd =
      "\xEF\xBB\xBFwhite, black, wins, draws, losses\r\n an old one , b, 3,4 ,5\r\nb,an old "
      "one,1,2,\t3\r\n\r\n";
  EXPECT_EQ(RunWith({"rate", WriteResults(odd), "--json"}).out,
            RunWith({"rate", WriteResults(plain), "--json"}).out);
}

TEST(Rate, SaysThatColoursLeaveWhitesAdvantageOpen) {
  const std::string path = WriteResults("white,black,wins,draws,losses\na,b,30,40,20\n");
  const Ran ran = RunWith({"rate", path, "--json"});
  const auto object = nlohmann::json::parse(ran.out);
  EXPECT_TRUE(object.at("white_advantage_held").get<bool>());
  EXPECT_EQ(object.at("white_advantage"), 0);
  EXPECT_THAT(ran.err, HasSubstr("white advantage can't be told"));
  EXPECT_LT(object.at("players")[0].at("error").get<double>(), 100);
  EXPECT_EQ(object.at("players")[0].at("group"), 1);  // as the table numbers them
}

TEST(Rate, RefusesResultsByLineAndField) {
  const std::string header = "white,black,wins,draws,losses\n";
  const auto refused = [](const std::string& text) {
    const Ran ran = RunWith({"rate", WriteResults(text)});
    EXPECT_EQ(ran.exit, Exit::kUsage);
    return ran.err;
  };
  EXPECT_THAT(refused(""), HasSubstr("is empty"));
  EXPECT_THAT(refused("a,b,1,2,3\n"), HasSubstr(":1: must be 'white,black"));
  EXPECT_THAT(refused(header + "a,b,1,2\n"), HasSubstr(":2: 4 fields"));
  EXPECT_THAT(refused(header + "a,b,1,2,3\na,b,1,-2,3\n"), HasSubstr(":3: draws: '-2'"));
  EXPECT_THAT(refused(header + "a,b,1.5,2,3\n"), HasSubstr("wins: '1.5'"));
  EXPECT_THAT(refused(header + "a,b,1,2,\n"), HasSubstr("losses: ''"));
  EXPECT_THAT(refused(header + "a,a,1,2,3\n"), HasSubstr("black: 'a' against itself"));
  EXPECT_THAT(refused(header + ",a,1,2,3\n"), HasSubstr("white: is empty"));
  EXPECT_THAT(refused(header + "\"a\",b,1,2,3\n"), HasSubstr("quotation mark"));
  EXPECT_THAT(refused(header + "a,b,0,0,0\n"), HasSubstr("no finished game"));
  EXPECT_THAT(refused(header + std::string(2000, 'a') + "\n"), HasSubstr("longer"));
}

}  // namespace
}  // namespace rookery::cli
