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

  static constexpr std::array<const char*, 4> kNames = {"toga", "weak", "strong", "drawn"};
  MatchSpec spec_;
  Schedule schedule_ = *Schedule::Create({.engines = 4, .rounds = 1});
  MatchScore score_{4};
  MatchView view_{spec_, schedule_, score_, {}, {}};
};

// The strong one beats all: no game says by how much, so it has no rating, and yet stands first.
TEST_F(MatchReportTest, RanksByPointsAndShowsNoRatingThatIsNotDefined) {
  Meet(2, 0, 2);
  Meet(2, 1, 2);
  Meet(2, 3, 2);
  Meet(0, 1, 2);  // toga beats the weak one and draws: above it by results that point one way
  Meet(3, 1, 2);
  Meet(0, 3, 1);
  const std::vector<Standing> table = Standings(score_);
  EXPECT_EQ(table[0].engine, 2);
  EXPECT_EQ(table[0].points, 6);
  EXPECT_EQ(table[1].points, 3);
  EXPECT_EQ(table[3].engine, 1);
  for (size_t i = 1; i < table.size(); ++i) EXPECT_GE(table[i - 1].points, table[i].points);
  const nlohmann::ordered_json rows = ReportJson(view_)["standings"];
  const std::string text = ReportText(view_);
  int unrated = 0;
  for (const auto& row : rows) {
    EXPECT_EQ(row["elo"].is_null(), row["elo_sd"].is_null() && !row.contains("bound")) << row;
    if (row["status"] == "rated") continue;
    ++unrated;
    EXPECT_THAT(text,
                HasSubstr(row["engine"].get<std::string>() + ": " + row["why"].get<std::string>()));
  }
  EXPECT_GT(unrated, 0);
  EXPECT_THAT(text, HasSubstr("n/a"));
}

}  // namespace
}  // namespace rookery::cli
