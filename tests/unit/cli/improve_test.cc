// The parts of `rookery improve`: how a budget is shared, what its folder remembers, what its
// report says.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "base/file.h"
#include "base/status.h"
#include "cli/improve_plan.h"
#include "cli/improve_report.h"
#include "cli/improve_state.h"
#include "cli/svg_chart.h"
#include "tests/support/temp_path.h"

namespace rookery::cli {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using testing::TempPath;

TEST(ImproveBudget, GivesTwoFifthsToTheVerificationAndSharesTheRest) {
  const ImproveBudget both = ShareBudget(20'000, {.makes_data = true, .tunes = true});
  EXPECT_EQ(both.data, 6000u);
  EXPECT_EQ(both.tune, 6000u);
  EXPECT_EQ(both.verify, 8000u);
  const ImproveBudget tune = ShareBudget(20'000, {.makes_data = false, .tunes = true});
  EXPECT_EQ(tune.data, 0u);
  EXPECT_EQ(tune.tune, 12'000u);
  // Positions that are there already cost nothing.
  EXPECT_EQ(ShareBudget(20'000, {}).verify, 20'000u);
}

TEST(ImproveBudget, SpendsWholePairsAndNoMoreThanThereAre) {
  for (uint64_t games = kLeastImproveGames; games < 300; ++games) {
    for (const bool data : {false, true}) {
      for (const bool tunes : {false, true}) {
        const ImproveBudget budget = ShareBudget(games, {.makes_data = data, .tunes = tunes});
        EXPECT_EQ((budget.data % 2) + (budget.tune % 2) + (budget.verify % 2), 0u);
        EXPECT_LE(budget.data + budget.tune + budget.verify, games);
        EXPECT_GE(budget.data + budget.tune + budget.verify + 2, games);
        EXPECT_GE(5 * (budget.verify + 2), 2 * games);
      }
    }
  }
}

TEST(ImproveState, GoesOnWithItsRunsAndRefusesOtherSettings) {
  const std::string folder = TempPath("improve");
  const nlohmann::ordered_json settings = {{"budget", 400}, {"groups", {"king"}}};
  auto state = ImproveState::Open(folder, settings);
  ASSERT_TRUE(state.ok()) << state.status();
  EXPECT_EQ(state->Run("tune"), "");
  ASSERT_TRUE(state->SetRun("tune", "runs/a").ok());
  EXPECT_EQ(ImproveState::Open(folder, settings)->Run("tune"), "runs/a");
  const auto other = ImproveState::Open(folder, {{"budget", 500}, {"groups", {"king"}}});
  EXPECT_THAT(Message(other.status()), HasSubstr("budget 400 (now 500)"));
  EXPECT_THAT(Message(other.status()), Not(HasSubstr("groups")));
  for (const char* damaged : {"", "[]", "{\"settings\": 1, \"runs\": {}}", "{\"settings\": {}"}) {
    ASSERT_TRUE(WriteFileAtomically(folder + "/improve.json", damaged).ok());
    EXPECT_TRUE(absl::IsDataLoss(ImproveState::Open(folder, settings).status())) << damaged;
  }
}

TEST(SvgChart, DrawsWhatItIsGivenAndEscapesIt) {
  const std::string rows =
      IntervalChart("a < b", {{"one & two", 1, 0.5, 1.5, "1"}, {"x", -1, -1, -1, ""}});
  EXPECT_THAT(rows, HasSubstr("a &lt; b"));
  EXPECT_THAT(rows, HasSubstr("one &amp; two"));
  EXPECT_THAT(rows, Not(HasSubstr("nan")));
  EXPECT_THAT(LineChart("one point", {{1, 2}}), Not(HasSubstr("nan")));
  EXPECT_THAT(LineChart("falling", {{1, 2}, {2, 1}}), HasSubstr("<path"));
}

ImproveStory StoryOf(int before, int after) {
  ImproveStory story;
  story.start = "default";
  story.settings = {"budget: 400"};
  EXPECT_TRUE(story.before.Set("tempo.mg", before).ok());
  story.after = story.before;
  EXPECT_TRUE(story.after.Set("tempo.mg", after).ok());
  return story;
}

TEST(ImproveReport, SaysWhatChangedByHowMuchAndHowSure) {
  ImproveStory story = StoryOf(10, 20);
  v1::Run tune;
  v1::TuneProgress& progress = *tune.mutable_tune();
  progress.set_has_forecast(true);
  progress.set_gain(4);
  progress.set_gain_low(-1);
  progress.set_gain_high(9);
  v1::TunedParameter& one = *progress.add_parameters();
  one.set_name("tempo.mg");
  one.set_sd(2);
  tune.set_kind(v1::RUN_KIND_TUNE);
  tune.mutable_spec()->mutable_tune()->add_parameters()->set_name("tempo.mg");
  story.tune = tune;
  v1::Run test;
  test.set_kind(v1::RUN_KIND_TEST);
  test.mutable_progress()->set_verdict(v1::VERDICT_ACCEPTED);
  test.mutable_progress()->set_elo_known(true);
  test.mutable_progress()->set_elo(5);
  test.mutable_progress()->set_elo_low(1);
  test.mutable_progress()->set_elo_high(9);
  story.verification = test;
  const std::vector<Change> changes = ChangesOf(story);
  ASSERT_EQ(changes.size(), 1u);
  EXPECT_EQ(changes[0].by, "games");
  const double step = params::Table()[static_cast<size_t>(*params::FindParameter("tempo.mg"))].step;
  EXPECT_NEAR(changes[0].steps, 10 / step, 1e-12);
  EXPECT_NEAR(changes[0].high - changes[0].low, 2 * 1.959964 * 2 / step, 1e-5);
  const std::string text = ReportText(story);
  EXPECT_THAT(text, HasSubstr("ended **accepted**"));
  EXPECT_THAT(text, HasSubstr("| tempo.mg | 10 | 20 |"));
  EXPECT_THAT(text, HasSubstr("- budget: 400"));
  const auto pictures = ReportPictures(story);
  EXPECT_EQ(pictures.size(), 2u);
  for (const auto& [file, picture] : pictures) EXPECT_THAT(text, HasSubstr("](" + file + ")"));
  EXPECT_THAT(pictures.at("elo.svg"), HasSubstr("measured"));
}

TEST(ImproveReport, SaysThatNothingChanged) {
  const std::string text = ReportText(StoryOf(10, 10));
  EXPECT_THAT(text, HasSubstr("Nothing changed"));
  EXPECT_TRUE(ReportPictures(StoryOf(10, 10)).empty());
}

}  // namespace
}  // namespace rookery::cli
