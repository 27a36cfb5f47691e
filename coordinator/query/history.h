// How a run came to where it is: its figures along the fold, as points for a chart, and who
// played its pairs. Computed from the ledger alone, going on from where the last call ended, so
// that each pair is read once; anew where pairs were voided.
// Any thread.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "absl/status/status.h"
#include "base/mutex.h"
#include "coordinator/core/view.h"
#include "coordinator/query/run_detail.h"
#include "coordinator/store/store.h"

namespace rookery::coordinator {

// What the pairs read so far come to.
struct LedgerReading {
  uint64_t pairs = 0;
  std::vector<HistoryPoint> points;  // at most kMostPoints, in order
  PairsByWorker by_worker;
};

class History {
 public:
  // The store isn't owned.
  explicit History(Store* store) : store_(store) {}

  // After a restart the first calls may end before the totals, since one call reads at most
  // kPairsPerCall pairs.
  absl::StatusOr<LedgerReading> Of(const RunView& view);

 private:
  static constexpr size_t kMostPoints = 500;
  static constexpr size_t kMostRuns = 200;  // the one asked for longest ago is forgotten first
  static constexpr uint64_t kPairsPerCall = 20'000;
  static constexpr size_t kMostWorkers = 10'000;  // of a run; pairs of others are not compared

  struct Fold {
    uint64_t next = 0;    // pair index
    uint64_t stride = 1;  // a point at every multiple of it
    stats::Pentanomial counts{};
    std::vector<HistoryPoint> points;
    PairsByWorker by_worker;
    uint64_t voided = 0;  // pairs of the run when it was begun
    uint64_t used = 0;
  };

  absl::Status Advance(const RunView& view, Fold& fold);
  static void Add(const Run& run, const PairRecord& pair, Fold& fold);
  static HistoryPoint PointOf(const Run& run, uint64_t pairs, const stats::Pentanomial& counts);

  Store* const store_;
  Mutex mutex_;
  std::map<RunId, Fold> folds_ ABSL_GUARDED_BY(mutex_);
  uint64_t calls_ ABSL_GUARDED_BY(mutex_) = 0;
};

}  // namespace rookery::coordinator
