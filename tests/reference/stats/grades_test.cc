// The cases T198-T225 of the source texts; see tests/data/README.md.
#include "coordinator/stats/grades.h"

#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>

namespace rookery::stats {
namespace {

TEST(GradesGolden, GivesTheSourceTextsCases) {
  std::ifstream file(std::string(ROOKERY_TEST_DATA) + "/source-cases.json");
  const nlohmann::json all = nlohmann::json::parse(file);
  int games = 0;
  int levels = 0;
  for (const auto& row : all.is_array() ? all : all.at("cases")) {
    if (row.at("kind") == "rating") {
      const auto& input = row.at("input");
      const std::string result = input.at("result");
      const GradePoints after = AfterGame({.first = input.at("low"), .second = input.at("high")},
                                          result == "draw"  ? GameScore::kDraw
                                          : result == "low" ? GameScore::kWin
                                                            : GameScore::kLoss);
      EXPECT_EQ(after.first, row.at("expected").at("low_after").get<int64_t>()) << row.dump();
      EXPECT_EQ(after.second, row.at("expected").at("high_after").get<int64_t>()) << row.dump();
      ++games;
    } else if (row.at("kind") == "level") {
      const std::optional<int> grade = GradeOf(row.at("input").at("points"));
      EXPECT_EQ(grade ? std::to_string(*grade) : "none",
                row.at("expected").at("level").get<std::string>());
      ++levels;
    }
  }
  EXPECT_GE(games, 20);
  EXPECT_GE(levels, 8);
}

}  // namespace
}  // namespace rookery::stats
