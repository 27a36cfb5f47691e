#include "cli/improve_report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace rookery::cli {
namespace {

using ::testing::HasSubstr;

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
