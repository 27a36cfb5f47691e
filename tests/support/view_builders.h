// A store with a played run, and the view that the loop would publish of it. One thread.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <vector>

#include "coordinator/core/view.h"
#include "coordinator/store/store.h"
#include "tests/support/coordinator_builders.h"

namespace rookery::coordinator::testing {

inline std::shared_ptr<RunView> ViewOf(RunSpec spec, const RunId& id = "run0000001") {
  auto view = std::make_shared<RunView>();
  view->run.id = id;
  view->run.spec = std::make_shared<const RunSpec>(std::move(spec));
  view->run.seed = 42;
  view->run.book_lines = 1000;
  view->run.created = absl::FromUnixSeconds(1'700'000'000);
  view->revision = 1;
  return view;
}

// Puts the run and pairs worth `half_points` into the store, and sets the view's totals to match.
inline void AddPairs(Store& store, RunView& view, const std::vector<int>& half_points) {
  std::vector<Write> writes;
  for (const int points : half_points) {
    PairRecord record;
    record.result = PairOf(view.run.totals.prefix, points);
    record.worker = "w1";
    record.lease = "lease";
    record.received = absl::FromUnixSeconds(1'700'000'100);
    ++view.run.totals.prefix;
    ++view.run.totals.counted;
    ++view.run.totals.pentanomial[static_cast<size_t>(points)];
    writes.emplace_back(AddPair{view.run.id, record});
  }
  view.run.totals.games = 2 * view.run.totals.prefix;
  ++view.revision;
  writes.emplace(writes.begin(), PutRun{view.run});
  ASSERT_TRUE(store.Commit(writes).ok());
}

inline WorkerViews Shared(const std::vector<WorkerView>& workers) {
  WorkerViews shared;
  for (const WorkerView& one : workers) shared.push_back(std::make_shared<const WorkerView>(one));
  return shared;
}

inline std::shared_ptr<const CoordinatorView> ViewOfRuns(
    const std::vector<std::shared_ptr<RunView>>& newest_first) {
  auto view = std::make_shared<CoordinatorView>();
  view->at = absl::FromUnixSeconds(1'700'000'200);
  for (const auto& run : newest_first) {
    view->runs.push_back(run);
    view->run_by_id[run->run.id] = run;
  }
  view->workers = std::make_shared<const WorkerViews>();
  view->artifacts = std::make_shared<const absl::flat_hash_map<std::string, ArtifactInfo>>();
  return view;
}

}  // namespace rookery::coordinator::testing
