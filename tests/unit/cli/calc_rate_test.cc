#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <sstream>

#include "cli/program.h"

namespace rookery::cli {
namespace {

using testing::HasSubstr;

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

TEST(Rate, RefusesByName) {
  EXPECT_THAT(RunWith({"rate", "/nowhere.pgn"}).err, HasSubstr("/nowhere.pgn"));
  EXPECT_EQ(RunWith({"rate", "/nowhere.pgn"}).exit, Exit::kUsage);
  EXPECT_THAT(RunWith({"rate", Games("setA.pgn"), "--anchor", "E9=1"}).err, HasSubstr("'E9'"));
  EXPECT_THAT(RunWith({"rate", Games("setA.pgn"), "--anchor", "E1=x"}).err, HasSubstr("'x'"));
  EXPECT_EQ(RunWith({"rate"}).exit, Exit::kUsage);
}

}  // namespace
}  // namespace rookery::cli
