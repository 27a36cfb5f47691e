#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "cli/run_text.h"

namespace rookery::cli {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::Not;

v1::Run Looked() {
  v1::Run run;
  run.set_kind(v1::RUN_KIND_TEST);
  v1::Progress& progress = *run.mutable_progress();
  progress.set_elo_known(true);
  progress.set_always_valid_low(-12.34);
  progress.set_always_valid_high(20);
  progress.set_lower(-2.94);
  progress.set_upper(2.94);
  progress.set_stop_lower(-2.9);
  progress.set_stop_upper(2.8);
  v1::RunDetail& detail = *run.mutable_detail();
  detail.set_seconds_per_game(1.5);
  run.mutable_progress()->set_core_seconds(8100);
  for (const double pairs : {1000.0, 2000.0, 1000.0}) {
    v1::PlanRow& row = *detail.add_plan();
    row.set_undecided(pairs / 10'000);
    row.set_expected_pairs(pairs);
    row.set_pairs_95(2.5 * pairs);
    row.set_core_hours(pairs / 1000);
  }
  v1::WorkerComparison& comparison = *detail.mutable_comparison();
  comparison.set_counted(2);
  comparison.set_chi_square(14.5);
  comparison.set_degrees(2);
  comparison.set_p(0.001);
  comparison.set_z99(2.8);
  v1::ComparedWorker& worker = *comparison.add_workers();
  worker.set_worker("w1");
  worker.set_label("attic");
  worker.set_z(3.1);
  return run;
}

TEST(DetailLines, SayWhatTheBlockDoesNot) {
  v1::Run run = Looked();
  const std::vector<std::string> lines = DetailLines(run);
  EXPECT_THAT(lines, Contains(HasSubstr("Elo in [-12.3, +20.0]")));
  EXPECT_THAT(lines, Contains(HasSubstr("LLR -2.90 or 2.80, corrected for overshoot")));
  v1::Run voided = Looked();
  voided.mutable_progress()->set_pairs_void(3);
  EXPECT_THAT(DetailLines(voided), Contains(HasSubstr("2.80, corrected for voided pairs")));
  EXPECT_THAT(lines, Contains(HasSubstr("1,000 pairs expected at elo0, 2,000 half way")));
  EXPECT_THAT(lines, Contains(HasSubstr("2,500); up to 20.0 % undecided; 2 core hours half way")));
  EXPECT_THAT(lines, Contains(HasSubstr("2.25 core hours, 1.5 s a game")));
  EXPECT_THAT(lines, Contains(HasSubstr("p 0.001; none stands out")));
  run.mutable_detail()->mutable_comparison()->set_worst("w1");
  EXPECT_THAT(DetailLines(run), Contains(HasSubstr("attic (w1) stands out, z 3.1")));
}

TEST(DetailLines, KeepSilentWhereNothingIsKnown) {
  EXPECT_TRUE(DetailLines(v1::Run()).empty());
  v1::Run plain = Looked();
  plain.mutable_progress()->set_stop_lower(-2.94);
  plain.mutable_progress()->set_stop_upper(2.94);
  EXPECT_THAT(DetailLines(plain), Not(Contains(HasSubstr("overshoot"))));
  for (v1::PlanRow& row : *plain.mutable_detail()->mutable_plan()) row.set_undecided(4e-4);
  EXPECT_THAT(DetailLines(plain), Not(Contains(HasSubstr("undecided"))));
}

TEST(RunJson, HasTheDetailOfARunThatWasAskedForAlone) {
  const auto json = RunJson(Looked());
  EXPECT_EQ(json.at("comparison").at("chi_square"), 14.5);
  EXPECT_EQ(json.at("comparison").at("worst"), nullptr);
  EXPECT_EQ(json.at("comparison").at("workers")[0].at("label"), "attic");
  EXPECT_EQ(json.at("plan")[1].at("core_hours"), 2);
  EXPECT_EQ(json.at("plan")[1].at("undecided"), 0.2);
  EXPECT_EQ(json.at("forecast"), nullptr);
  EXPECT_EQ(json.at("stop_upper"), 2.8);
  v1::Run listed = Looked();
  listed.clear_detail();
  EXPECT_FALSE(RunJson(listed).contains("plan"));
}

}  // namespace
}  // namespace rookery::cli
