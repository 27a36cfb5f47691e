#include "coordinator/query/outlook.h"

#include <gtest/gtest.h>

#include "tests/support/view_builders.h"

namespace rookery::coordinator {
namespace {

using testing::MatchSpec;
using testing::TestSpec;
using testing::ViewOf;

// A match that has played so many of 100 pairs, at so many seconds of cores a game.
std::shared_ptr<const RunFigures> Match(const RunId& id, uint64_t played, double rate,
                                        double cost) {
  auto view = ViewOf(MatchSpec(100), id);
  view->games_per_second = rate;
  RunTotals& totals = view->run.totals;
  totals.prefix = totals.counted = played;
  totals.core_ms = static_cast<int64_t>(2000 * cost * static_cast<double>(played));
  return std::make_shared<const RunFigures>(ComputeFigures(view));
}

TEST(Outlook, OfAMatchEndsWithItsLastPair) {
  EXPECT_DOUBLE_EQ(*SecondsLeft(*Match("m", 40, 2, 1)), 60);
  EXPECT_FALSE(SecondsLeft(*Match("m", 40, 0, 1)).has_value());  // nobody plays it
}

TEST(Outlook, OfATestEndsWhereItsForecastExpectsIt) {
  RunSpec spec = TestSpec();
  spec.max_pairs = 100'000;
  spec.sprt->elo1 = 10;
  auto view = ViewOf(spec);
  view->games_per_second = 5;
  EXPECT_FALSE(SecondsLeft(ComputeFigures(view)).has_value());  // too young for a forecast
  view->run.totals.pentanomial = {1, 7, 14, 7, 1};
  view->run.totals.prefix = 30;
  const RunFigures figures = ComputeFigures(view);
  ASSERT_TRUE(figures.forecast.has_value());
  EXPECT_DOUBLE_EQ(*SecondsLeft(figures), 2 * figures.forecast->expected_pairs / 5);
  view->run.state = RunState::kPaused;
  EXPECT_FALSE(SecondsLeft(ComputeFigures(view)).has_value());
}

TEST(Outlook, AddsWorkRatherThanGames) {
  // 100 games of 1 s and 20 of 10 s are left, on 2 cores and on 10.
  const Outlook outlook =
      OutlookOf({Match("a", 50, 2, 1), Match("b", 90, 1, 10), Match("c", 1, 0, 9)});
  ASSERT_EQ(outlook.seconds_left.size(), 2u);
  EXPECT_DOUBLE_EQ(*outlook.all_seconds_left, (100 * 1 + 20 * 10) / 12.0);
  EXPECT_FALSE(OutlookOf({}).all_seconds_left.has_value());
}

TEST(CoresBusy, AreThoseOfPairsThatAreLent) {
  RunSpec spec = MatchSpec(100);
  spec.threads = 2;
  auto view = std::make_shared<CoordinatorView>(*testing::ViewOfRuns({ViewOf(spec, "m")}));
  WorkerView playing;
  playing.phase = WorkerPhase::kPlaying;
  playing.info.slots = 8;
  playing.run = "m";
  playing.pairs_lent = 3;
  WorkerView full = playing;
  full.pairs_lent = 40;
  WorkerView idle = playing;
  idle.phase = WorkerPhase::kIdle;
  view->workers = std::make_shared<const WorkerViews>(testing::Shared({playing, full, idle}));
  EXPECT_EQ(CoresBusy(*view), 6u + 8u);
}

}  // namespace
}  // namespace rookery::coordinator
