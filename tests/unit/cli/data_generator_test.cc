#include "cli/data_generator.h"

#include <gtest/gtest.h>

#include <sstream>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "tuner/fit/text_format.h"

namespace rookery::cli {
namespace {

DataRecipe Small() {
  DataRecipe recipe;
  recipe.games = 6;
  recipe.nodes = 20;
  recipe.most_opening_cp = 400;
  return recipe;
}

std::vector<GameData> Generate(const DataRecipe& recipe, uint64_t first = 0) {
  std::vector<GameData> games;
  RealClock clock;
  const std::atomic<bool> stop = false;
  EXPECT_TRUE(GenerateData(recipe, first, clock, stop, [&games](const GameData& game) {
                games.push_back(game);
                return absl::OkStatus();
              }).ok());
  return games;
}

TEST(GenerateData, GivesEachGameInOrderWithReadableLines) {
  const std::vector<GameData> games = Generate(Small());
  ASSERT_EQ(games.size(), 6);
  int positions = 0;
  for (size_t i = 0; i < games.size(); ++i) {
    EXPECT_EQ(games[i].game, i);
    std::istringstream lines(games[i].lines);
    int count = 0;
    for (std::string line; std::getline(lines, line); ++count) {
      const auto found = fit::ParseTextLine(line, fit::View::kWhite);
      ASSERT_TRUE(found.ok() && found->has_value()) << line;
      EXPECT_TRUE((*found)->has_game);
      EXPECT_EQ((*found)->labelled.game, i);
      EXPECT_TRUE((*found)->labelled.score_cp.has_value());
      EXPECT_FALSE((*found)->labelled.position.in_check());
    }
    EXPECT_EQ(count, games[i].positions);
    positions += count;
  }
  EXPECT_GT(positions, 60);
}

TEST(GenerateData, DependsOnTheSeedAndNotOnTheSlots) {
  const std::vector<GameData> one = Generate(Small());
  DataRecipe recipe = Small();
  recipe.slots = 3;
  const std::vector<GameData> three = Generate(recipe);
  ASSERT_EQ(three.size(), one.size());
  for (size_t i = 0; i < one.size(); ++i) EXPECT_EQ(three[i].lines, one[i].lines);
  recipe.seed = 2;
  EXPECT_NE(Generate(recipe)[0].lines, one[0].lines);
}

TEST(GenerateData, BeginsAnywhere) {
  const std::vector<GameData> all = Generate(Small());
  const std::vector<GameData> rest = Generate(Small(), 4);
  ASSERT_EQ(rest.size(), 2);
  EXPECT_EQ(rest[0].lines, all[4].lines);
  EXPECT_EQ(rest[1].lines, all[5].lines);
}

TEST(GenerateData, EndsWhenItsTakerFailsOrItIsStopped) {
  RealClock clock;
  const std::atomic<bool> go_on = false;
  int games = 0;
  const absl::Status failed = GenerateData(Small(), 0, clock, go_on, [&games](const GameData&) {
    return ++games == 2 ? absl::DataLossError("full") : absl::OkStatus();
  });
  EXPECT_TRUE(absl::IsDataLoss(failed));
  EXPECT_EQ(games, 2);
  const std::atomic<bool> stop = true;
  EXPECT_TRUE(absl::IsCancelled(
      GenerateData(Small(), 0, clock, stop, [](const GameData&) { return absl::OkStatus(); })));
}

TEST(RecipeLine, NamesEverythingThatDecidesTheContent) {
  const std::string line = RecipeLine(Small());
  DataRecipe other = Small();
  other.slots = 9;
  other.games = 99;
  EXPECT_EQ(RecipeLine(other), line);
  other.nodes = 21;
  EXPECT_NE(RecipeLine(other), line);
}

}  // namespace
}  // namespace rookery::cli
