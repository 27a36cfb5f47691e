#include "coordinator/query/read_model.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/status.h"
#include "tests/support/view_builders.h"

namespace rookery::coordinator {
namespace {

using testing::TestSpec;
using testing::ViewOf;
using testing::ViewOfRuns;

class ReadModelTest : public ::testing::Test {
 protected:
  std::shared_ptr<const CoordinatorView> view_ =
      ViewOfRuns({ViewOf(TestSpec(), "c"), ViewOf(TestSpec(), "b"), ViewOf(TestSpec(), "a")});
  ReadModel reads_{[this] { return view_; }, {}};
};

TEST_F(ReadModelTest, ComputesFiguresOnceAView) {
  const FiguresPtr first = *reads_.Run("a");
  EXPECT_EQ(reads_.Run("a")->get(), first.get());
  const auto changed = std::make_shared<RunView>(*first->view);
  changed->games_per_second = 3;  // a rate falls without an event, so without a revision
  view_ = ViewOfRuns({changed});
  EXPECT_EQ((*reads_.Run("a"))->view->games_per_second, 3);
}

TEST_F(ReadModelTest, ShowsTheStateOfACoreThatWasLoadedAgain) {
  const auto later = std::make_shared<RunView>(*(*reads_.Run("a"))->view);
  later->revision = 100;
  later->run.message = "before";
  view_ = ViewOfRuns({later});
  EXPECT_EQ((*reads_.Run("a"))->run().message, "before");
  const auto again = std::make_shared<RunView>(*later);
  again->revision = 0;
  again->run.message = "after";
  view_ = ViewOfRuns({again});
  EXPECT_EQ((*reads_.Run("a"))->run().message, "after");
}

TEST_F(ReadModelTest, SaysThatARunIsUnknownAndWhereTheKnownAre) {
  const absl::Status status = reads_.Run("x").status();
  EXPECT_EQ(status.code(), absl::StatusCode::kNotFound);
  EXPECT_THAT(Message(status), ::testing::HasSubstr("rookery runs list"));
}

TEST_F(ReadModelTest, GivesRunsInPagesUntilTheLast) {
  const auto first = reads_.Runs(2, "");
  ASSERT_EQ(first->runs.size(), 2u);
  EXPECT_EQ(first->runs[0]->run().id, "c");
  const auto second = reads_.Runs(2, first->next_page_token);
  ASSERT_EQ(second->runs.size(), 1u);
  EXPECT_EQ(second->runs[0]->run().id, "a");
  EXPECT_EQ(second->next_page_token, "");
  EXPECT_FALSE(reads_.Runs(2, "forged").ok());
}

TEST_F(ReadModelTest, GivesAFullLastPageWithoutAToken) {
  EXPECT_EQ(reads_.Runs(3, "")->next_page_token, "");
  EXPECT_EQ(reads_.Runs(1'000'000, "")->runs.size(), 3u);
}

TEST_F(ReadModelTest, SumsOpenRunsAndConnectedWorkers) {
  auto open = ViewOf(TestSpec(), "open");
  open->games_per_second = 3;
  open->pairs_lent = 8;
  auto ended = ViewOf(TestSpec(), "ended");
  ended->run.state = RunState::kFinished;
  ended->games_per_second = 5;  // of its last minute; it plays no more
  auto view = std::make_shared<CoordinatorView>(*ViewOfRuns({open, ended}));
  WorkerView idle;
  idle.phase = WorkerPhase::kIdle;
  idle.info.slots = 4;
  WorkerView away;
  away.info.slots = 64;
  view->workers = std::make_shared<const WorkerViews>(testing::Shared({idle, away}));
  view_ = view;
  const Overview totals = reads_.Totals();
  EXPECT_EQ(totals.runs, 2u);
  EXPECT_EQ(totals.active_runs, 1u);
  EXPECT_EQ(totals.games_per_second, 3);
  EXPECT_EQ(totals.pairs_lent, 8u);
  EXPECT_EQ(totals.workers, 2u);
  EXPECT_EQ(totals.workers_connected, 1u);
  EXPECT_EQ(totals.slots, 4u);
  EXPECT_EQ(totals.cores_busy, 0u);
  EXPECT_FALSE(totals.outlook.all_seconds_left.has_value());
}

}  // namespace
}  // namespace rookery::coordinator
