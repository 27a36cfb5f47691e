#include "coordinator/query/speed_log.h"

#include <gtest/gtest.h>

#include "tests/support/view_builders.h"

namespace rookery::coordinator {
namespace {

const absl::Time kStart = absl::FromUnixSeconds(1'700'000'000);

WorkerView WorkerAt(const WorkerId& id, double speed, WorkerPhase phase = WorkerPhase::kPlaying) {
  WorkerView worker;
  worker.info.id = id;
  worker.info.nodes_per_second = speed;
  worker.phase = phase;
  return worker;
}

CoordinatorView ViewAt(absl::Time at, const std::vector<WorkerView>& workers) {
  CoordinatorView view;
  view.at = at;
  view.workers = std::make_shared<const WorkerViews>(testing::Shared(workers));
  return view;
}

TEST(SpeedLog, NotesAWorkerOnceAMinuteWhileItIsThere) {
  SpeedLog log;
  EXPECT_TRUE(log.All().at.empty());
  log.Note(ViewAt(kStart, {WorkerAt("a", 100), WorkerAt("b", 0)}));
  log.Note(ViewAt(kStart + absl::Seconds(59), {WorkerAt("a", 999)}));
  log.Note(ViewAt(kStart + absl::Seconds(60),
                  {WorkerAt("a", 110, WorkerPhase::kAway), WorkerAt("b", 50)}));
  const Speeds all = log.All();
  ASSERT_EQ(all.at.size(), 2U);
  EXPECT_EQ(all.at[1], kStart + absl::Seconds(60));
  EXPECT_EQ(all.nodes_per_second.at("a"), (std::vector<std::optional<double>>{100, std::nullopt}));
  EXPECT_EQ(all.nodes_per_second.at("b"), (std::vector<std::optional<double>>{std::nullopt, 50}));
}

TEST(SpeedLog, StaysBoundedAndReachesBackToItsStart) {
  SpeedLog log;
  for (int minute = 0; minute < 3000; ++minute) {
    log.Note(ViewAt(kStart + absl::Minutes(minute), {WorkerAt("a", minute + 1)}));
  }
  const Speeds all = log.All();
  EXPECT_LE(all.at.size(), SpeedLog::kMostEntries);
  EXPECT_GE(all.at.size(), SpeedLog::kMostEntries / 2);
  EXPECT_EQ(all.at.front(), kStart);
  EXPECT_GE(all.at.back(), kStart + absl::Minutes(2900));
  for (size_t i = 2; i < all.at.size(); ++i) {
    EXPECT_EQ(all.at[i] - all.at[i - 1], all.at[1] - all.at[0]);
  }
  EXPECT_EQ(*all.nodes_per_second.at("a").front(), 1);
}

TEST(SpeedLog, NotesNoMoreWorkersThanItMay) {
  SpeedLog log;
  std::vector<WorkerView> workers;
  for (size_t i = 0; i < SpeedLog::kMostWorkers + 5; ++i) {
    workers.push_back(WorkerAt("w" + std::to_string(i), 10));
  }
  log.Note(ViewAt(kStart, workers));
  EXPECT_EQ(log.All().nodes_per_second.size(), SpeedLog::kMostWorkers);
}

}  // namespace
}  // namespace rookery::coordinator
