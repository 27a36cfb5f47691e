#include "cli/match_report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace rookery::cli {
namespace {

using ::testing::HasSubstr;

class MatchReportTest : public ::testing::Test {
 protected:
  MatchReportTest() {
    spec_.engines.resize(kNames.size());
    for (const char* name : kNames) {
      view_.engines.emplace_back();
      view_.engines.back().name = name;
    }
  }

  // `first` makes so many half points of each of two games.
  void Meet(int first, int second, int half_points) {
    for (uint64_t id = 0; id < schedule_.known(); ++id) {
      const ScheduledGame game = schedule_.At(id);
      const bool straight = game.first == first && game.second == second;
      if (!straight && (game.first != second || game.second != first)) continue;
      const bool first_is_white = straight == game.first_is_white;
      score_.Add(game,
                 half_points == 1                       ? GameResult::kDraw
                 : (half_points == 2) == first_is_white ? GameResult::kWhiteWins
                                                        : GameResult::kBlackWins,
                 GameEnd::kCheckmate);
    }
  }

  static constexpr std::array<const char*, 4> kNames = {"level", "same", "strong", "middle"};
  MatchSpec spec_;
  Schedule schedule_ = *Schedule::Create({.engines = 4, .rounds = 1});
  MatchScore score_{4};
  MatchView view_{spec_, schedule_, score_, {}, {}};
};

// The strong one beats all, the middle one beats the two that are level: no game says by how much,
// so it has no rating, and yet stands second.
TEST_F(MatchReportTest, RanksByPointsAndShowsNoRatingThatIsNotDefined) {
  for (const int loser : {0, 1, 3}) Meet(2, loser, 2);
  for (const int loser : {0, 1}) Meet(3, loser, 2);
  Meet(0, 1, 1);
  const std::vector<Standing> table = Standings(score_);
  EXPECT_EQ(table[0].engine, 2);
  EXPECT_EQ(table[0].points, 6);
  EXPECT_EQ(table[1].engine, 3);
  EXPECT_EQ(table[1].points, 4);
  EXPECT_FALSE(table[1].rating.rating.has_value());
  const nlohmann::ordered_json row = ReportJson(view_)["standings"][1];
  EXPECT_TRUE(row["elo"].is_null()) << row;
  EXPECT_EQ(row["status"], "apart");
  const std::string text = ReportText(view_);
  EXPECT_THAT(text, HasSubstr("  1 strong                    >= +338.0     n/a "));
  EXPECT_THAT(text, HasSubstr("  2 middle                          n/a     n/a "));
  EXPECT_THAT(text, HasSubstr("middle: " + row["why"].get<std::string>()));
  EXPECT_THAT(text, HasSubstr("strong: won every game: at least this"));
}

}  // namespace
}  // namespace rookery::cli
