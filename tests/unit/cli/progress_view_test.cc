#include "cli/progress_view.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

namespace rookery::cli {
namespace {

v1::Run RunAt(uint64_t pairs, double llr) {
  v1::Run run;
  run.set_name("runs/k3");
  run.set_kind(v1::RUN_KIND_TEST);
  run.set_state(v1::RUN_STATE_ACTIVE);
  run.mutable_spec()->set_max_pairs(1000);
  run.mutable_progress()->set_pairs(pairs);
  run.mutable_progress()->set_llr(llr);
  run.mutable_progress()->set_lower(-3);
  run.mutable_progress()->set_upper(3);
  run.mutable_progress()->set_games_per_second(10);
  return run;
}

TEST(BarText, PutsTheValueBetweenItsBounds) {
  EXPECT_EQ(BarText(0, -3, 3, 7), "-3.00 [---o---] +3.00");
  EXPECT_EQ(BarText(3, -3, 3, 7), "-3.00 [---|==o] +3.00");
  EXPECT_EQ(BarText(-2, -3, 3, 7), "-3.00 [-o=|---] +3.00");
  EXPECT_EQ(BarText(99, -3, 3, 7), "-3.00 [---|==o] +3.00");
}

TEST(PairsLeft, IsTheForecastsMedianOrTheRestOfAMatch) {
  v1::Run test = RunAt(100, 1);
  EXPECT_EQ(PairsLeft(test), std::nullopt);
  test.mutable_progress()->mutable_forecast()->set_pairs_median(340);
  EXPECT_DOUBLE_EQ(*PairsLeft(test), 340);
  v1::Run match = RunAt(100, 0);
  match.set_kind(v1::RUN_KIND_MATCH);
  EXPECT_DOUBLE_EQ(*PairsLeft(match), 900);
}

TEST(ProgressLine, EndsWithTheForecast) {
  v1::Run test = RunAt(100, 1);
  v1::Forecast& forecast = *test.mutable_progress()->mutable_forecast();
  forecast.set_accepted(0.83);
  forecast.set_rejected(0.17);
  forecast.set_pairs_low(120);
  forecast.set_pairs_median(340);
  forecast.set_pairs_high(1800);
  EXPECT_THAT(ProgressLine(test),
              testing::HasSubstr("accepted 83 %, rejected 17 %; 120 to 1,800 more pairs (median "
                                 "340)"));
  EXPECT_EQ(ProgressLines(test).size(), 5u);
}

TEST(DurationText, UsesTheUnitThatFits) {
  EXPECT_EQ(DurationText(0.2), "1 s");
  EXPECT_EQ(DurationText(99), "99 s");
  EXPECT_EQ(DurationText(300), "5 min");
  EXPECT_EQ(DurationText(2 * 3600 + 300), "2 h 05 min");
}

TEST(ProgressView, PrintsPlainLinesNowAndThenWithoutATerminal) {
  std::ostringstream out;
  std::ostringstream err;
  Printer printer(&out, &err, {});
  FakeClock clock;
  ProgressView view(&printer, &clock);
  view.Show(RunAt(100, 1));
  clock.Advance(absl::Seconds(3));
  view.Show(RunAt(200, 1));
  clock.Advance(absl::Seconds(8));
  view.Show(RunAt(300, 1));
  EXPECT_THAT(err.str(), testing::HasSubstr("100 of at most 1000 pairs"));
  EXPECT_THAT(err.str(), testing::Not(testing::HasSubstr("200 of")));
  EXPECT_THAT(err.str(), testing::HasSubstr("300 of at most 1000 pairs"));
  EXPECT_EQ(err.str().find('\x1b'), std::string::npos);
  EXPECT_EQ(out.str(), "");
}

TEST(ProgressView, CountsNoWorkersOfARunThatHasEnded) {
  std::ostringstream out;
  std::ostringstream err;
  Printer printer(&out, &err, {});
  FakeClock clock;
  ProgressView view(&printer, &clock);
  v1::Run run = RunAt(300, 3);
  run.set_state(v1::RUN_STATE_FINISHED);
  view.Show(run);
  EXPECT_THAT(err.str(), testing::HasSubstr("300 of at most 1000 pairs\n"));
}

TEST(ProgressView, DrawsOverItsOwnLinesOnATerminal) {
  std::ostringstream out;
  std::ostringstream err;
  Printer printer(&out, &err, {.out_terminal = true, .err_terminal = true, .color = false});
  FakeClock clock;
  ProgressView view(&printer, &clock);
  view.Show(RunAt(100, 1));
  view.Show(RunAt(200, 1));
  EXPECT_THAT(err.str(), testing::HasSubstr("\x1b[4A\x1b[J"));
  view.Finish();
  EXPECT_TRUE(err.str().ends_with("\x1b[4A\x1b[J"));
}

}  // namespace
}  // namespace rookery::cli
