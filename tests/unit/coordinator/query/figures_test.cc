#include "coordinator/query/figures.h"

#include <gtest/gtest.h>

#include "tests/support/view_builders.h"

namespace rookery::coordinator {
namespace {

using testing::MatchSpec;
using testing::TestSpec;
using testing::ViewOf;

TEST(Figures, OfATestAreTheSequentialReportOfItsTotals) {
  const auto view = ViewOf(TestSpec());
  view->run.totals.pentanomial = {3, 5, 20, 9, 4};
  view->run.totals.prefix = 41;
  const RunFigures figures = ComputeFigures(view);
  const auto sprt = stats::Sprt::Create(*TestSpec().sprt);
  const stats::Report expected = stats::SequentialReport(*sprt, {3, 5, 20, 9, 4});
  EXPECT_EQ(figures.report.llr, expected.llr);
  EXPECT_EQ(figures.report.elo->low, expected.elo->low);
  EXPECT_EQ(figures.lower, sprt->lower());
  EXPECT_EQ(figures.upper, sprt->upper());
}

TEST(Figures, OfATestThatLooksEveryFewPairsAreCorrectedForThatStep) {
  RunSpec spec = TestSpec();
  spec.decide_every = 32;
  const stats::Pentanomial counts = {3, 15, 60, 30, 20};
  const auto sprt = stats::Sprt::Create(*spec.sprt);
  auto view = ViewOf(spec);
  const stats::Report corrected = ReportOf(view->run, counts);
  EXPECT_EQ(corrected.elo->low,
            stats::SequentialReport(*sprt, counts, {.every = 32, .drawn_in = true}).elo->low);
  EXPECT_NE(corrected.elo->low, stats::SequentialReport(*sprt, counts).elo->low);
  view->run.totals.overshoot.valid = false;  // from before there was a correction
  EXPECT_EQ(ReportOf(view->run, counts).elo->low,
            stats::SequentialReport(*sprt, counts, {.every = 32}).elo->low);
}

TEST(Figures, OfATestThatLooksEveryFewPairsSayWhereItStops) {
  RunSpec spec = TestSpec();
  spec.decide_every = 32;
  const auto sprt = stats::Sprt::Create(*spec.sprt);
  auto view = ViewOf(spec);
  EXPECT_EQ(ComputeFigures(view).stop_upper, sprt->upper());
  view->run.totals.pentanomial = {6, 10, 30, 12, 6};
  view->run.totals.overshoot.pairs = 64;
  view->run.totals.overshoot.above = {.record = 0.5, .heights = 0.5, .heights_squared = 0.25};
  const RunFigures figures = ComputeFigures(view);
  EXPECT_EQ(figures.upper, sprt->upper());
  EXPECT_DOUBLE_EQ(*figures.stop_upper, sprt->upper() - 0.25);
  EXPECT_EQ(figures.stop_lower, sprt->lower());
}

TEST(Figures, OfATestWhosePairsWereVoidedSayWhereItStopsNow) {
  auto view = ViewOf(TestSpec());
  const auto sprt = stats::Sprt::Create(*view->run.spec->sprt);
  view->run.totals.pentanomial = {6, 10, 30, 12, 6};
  const RunFigures before = ComputeFigures(view);
  auto voided = ViewOf(TestSpec());
  voided->run.totals = view->run.totals;
  voided->run.totals.apart = 0.25;
  const RunFigures figures = ComputeFigures(voided, &before);
  EXPECT_EQ(figures.upper, sprt->upper());
  EXPECT_DOUBLE_EQ(*figures.stop_upper, sprt->upper() + 0.25);
  EXPECT_DOUBLE_EQ(*figures.stop_lower, sprt->lower() - 0.25);
  EXPECT_EQ(figures.report.elo->low, stats::SequentialReport(*sprt, {6, 10, 30, 12, 6}).elo->low);
}

TEST(Figures, HaveAForecastWhileTheTestIsOpen) {
  RunSpec spec = TestSpec();
  spec.max_pairs = 1000;
  auto view = ViewOf(spec);
  view->run.totals.pentanomial = {2, 5, 20, 11, 5};
  view->run.totals.prefix = 43;
  const RunFigures open = ComputeFigures(view);
  ASSERT_TRUE(open.forecast.has_value());
  EXPECT_LE(open.forecast->pairs_high, 957);
  view->run.state = RunState::kStopped;
  EXPECT_FALSE(ComputeFigures(view).forecast.has_value());
}

TEST(Figures, HaveAnIntervalThatMayBeLookedAtEarly) {
  for (const RunSpec& spec : {TestSpec(), MatchSpec(100)}) {
    auto view = ViewOf(spec);
    EXPECT_FALSE(ComputeFigures(view).always_valid.has_value());
    view->run.totals.pentanomial = {3, 5, 20, 9, 4};
    const RunFigures figures = ComputeFigures(view);
    ASSERT_TRUE(figures.always_valid.has_value());
    EXPECT_LT(figures.always_valid->low, figures.report.elo->low);
    EXPECT_GT(figures.always_valid->high, figures.report.elo->high);
  }
}

TEST(Figures, OfAMatchHaveNoRatioAndNoBounds) {
  const auto view = ViewOf(MatchSpec(100));
  view->run.totals.pentanomial = {3, 5, 20, 9, 4};
  const RunFigures figures = ComputeFigures(view);
  EXPECT_FALSE(figures.report.llr.has_value());
  EXPECT_FALSE(figures.lower.has_value());
  EXPECT_EQ(figures.report.elo->value, stats::FixedReport({3, 5, 20, 9, 4}).elo->value);
}

TEST(Figures, ShowTheVerdictThatWasStoredAndNoOther) {
  const auto view = ViewOf(TestSpec());
  view->run.totals.pentanomial = {0, 0, 0, 0, 500};  // would be accepted if it were decided here
  EXPECT_EQ(ComputeFigures(view).verdict, stats::Verdict::kUndecided);
}

TEST(Figures, SayNothingOfAnEloThatIsNotKnown) {
  EXPECT_FALSE(ComputeFigures(ViewOf(TestSpec())).report.elo.has_value());
}

}  // namespace
}  // namespace rookery::coordinator
