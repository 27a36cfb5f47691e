#include "coordinator/query/run_detail.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "coordinator/query/history.h"
#include "coordinator/query/read_model.h"
#include "tests/support/view_builders.h"

namespace rookery::coordinator {
namespace {

using testing::TestSpec;
using testing::ViewOf;
using testing::ViewOfRuns;

TEST(CompareByWorker, NamesTheOneThatStandsOut) {
  const stats::Pentanomial usual{5, 50, 100, 55, 6};
  PairsByWorker pairs;
  for (const char* worker : {"a", "b", "c", "d"}) pairs[worker] = usual;
  pairs["small"] = {0, 1, 2, 1, 0};
  EXPECT_FALSE(CompareByWorker(pairs, {}).worst.has_value());
  pairs["bad"] = {60, 90, 40, 10, 0};
  WorkerView known;
  known.info.id = "bad";
  known.info.label = "attic";
  const WorkerComparison comparison = CompareByWorker(pairs, testing::Shared({known}));
  EXPECT_EQ(comparison.worst, "bad");
  EXPECT_EQ(comparison.counted, 5);
  EXPECT_EQ(comparison.workers.front().label, "attic");
  EXPECT_GT(*comparison.workers.front().z, *comparison.z99);
  EXPECT_EQ(comparison.workers.back().worker, "small");
  EXPECT_FALSE(comparison.workers.back().z.has_value());
}

TEST(CompareByWorker, ComparesNothingWithOneWorker) {
  const WorkerComparison comparison = CompareByWorker({{"a", {5, 50, 100, 55, 6}}}, {});
  EXPECT_FALSE(comparison.chi_square.has_value());
  EXPECT_FALSE(comparison.workers.front().z.has_value());
}

TEST(PlanOf, ATestTakesItsVarianceFromItsPairsOnceThereAreEnough) {
  RunSpec spec = TestSpec();
  spec.max_pairs = 1'000'000;
  const std::vector<PlanRow> before = PlanOf(spec, {}, std::nullopt);
  ASSERT_EQ(before.size(), 3u);
  EXPECT_NEAR(before[0].point.pass_probability, spec.sprt->alpha, 1e-9);
  EXPECT_FALSE(before[0].core_hours.has_value());
  const std::vector<PlanRow> after = PlanOf(spec, {0, 10, 180, 10, 0}, 3.6);
  EXPECT_NEAR(*after[1].core_hours, after[1].point.expected_pairs * 2 * 3.6 / 3600, 1e-9);
  // Bounds in logistic Elo: the more draws, the sooner.
  EXPECT_LT(after[1].point.expected_pairs, before[1].point.expected_pairs);
  EXPECT_TRUE(PlanOf(testing::MatchSpec(100), {}, 1.0).empty());
  spec.max_pairs = 10;  // ends it, whatever its bounds
  EXPECT_LE(PlanOf(spec, {}, std::nullopt)[1].point.pairs_95, 10);
}

TEST(Detail, IsOfTheLedger) {
  const std::unique_ptr<Store> store = MakeMemoryStore();
  const std::shared_ptr<RunView> view = ViewOf(TestSpec());
  testing::AddPairs(*store, *view, {0, 2, 2, 2, 4, 2, 2});
  ReadModel reads([&] { return ViewOfRuns({view}); }, {store.get(), nullptr});
  const absl::StatusOr<RunDetail> detail = reads.Detail(view->run.id);
  ASSERT_TRUE(detail.ok());
  EXPECT_EQ(detail->pairs, 7u);
  EXPECT_EQ(detail->history.size(), 7u);
  ASSERT_EQ(detail->comparison.workers.size(), 1u);
  EXPECT_EQ(detail->comparison.workers[0].pentanomial, (stats::Pentanomial{1, 0, 5, 0, 1}));
  EXPECT_EQ(detail->plan.size(), 3u);
}

TEST(SecondsPerGame, IsTheRunsCostOverAllGamesThatWerePaidFor) {
  RunTotals totals;
  EXPECT_FALSE(SecondsPerGame(totals).has_value());
  totals.counted = 8;
  totals.voided = 2;
  totals.core_ms = 30'000;
  EXPECT_NEAR(*SecondsPerGame(totals), 1.5, 1e-12);
}

}  // namespace
}  // namespace rookery::coordinator
