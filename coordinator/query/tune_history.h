// How a tune's forecast came to where it is: its tuner is told the duels again, going on from where
// the last call ended, so that each is read once; anew where pairs were voided. What the tuner says
// depends on the ledger and the stored candidates alone, so it is what was said then.
// Any thread.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "absl/status/statusor.h"
#include "base/mutex.h"
#include "coordinator/core/candidates.h"
#include "coordinator/core/view.h"
#include "coordinator/store/store.h"

namespace rookery::coordinator {

// Elo over the start by the tuner's model, with 95 %, after so many pairs.
struct ForecastPoint {
  uint64_t pairs = 0;
  double gain = 0;
  double gain_low = 0;
  double gain_high = 0;
};

class TuneHistory {
 public:
  // Neither is owned; without a source there is nothing to say.
  TuneHistory(Store* store, const CandidateSource* source) : store_(store), source_(source) {}

  // Of a tune (CHECK). At most kMostPoints, in order; none while the tuner has no forecast. After a
  // restart the first calls may end before the totals, since one reads at most kDuelsPerCall.
  absl::StatusOr<std::vector<ForecastPoint>> Of(const RunView& view);

 private:
  static constexpr size_t kMostPoints = 200;
  static constexpr size_t kMostRuns = 50;  // the one asked for longest ago is forgotten first
  static constexpr uint64_t kDuelsPerCall = 20'000;
  static constexpr size_t kDuelsAtOnce = 500;

  struct Fold {
    std::unique_ptr<Tuner> tuner;
    uint64_t next = 0;    // pair index
    uint64_t stride = 1;  // a point at every multiple of it
    std::vector<ForecastPoint> points;
    uint64_t voided = 0;  // pairs of the run when it was begun
    uint64_t used = 0;
  };

  absl::Status Advance(const RunView& view, Fold& fold);
  static void Tell(const DuelRow& duel, Fold& fold);
  // Where the tuner stands; none while it has no forecast.
  static std::optional<ForecastPoint> PointOf(const Fold& fold);

  Store* const store_;
  const CandidateSource* const source_;
  Mutex mutex_;
  std::map<RunId, Fold> folds_ ABSL_GUARDED_BY(mutex_);
  uint64_t calls_ ABSL_GUARDED_BY(mutex_) = 0;
};

}  // namespace rookery::coordinator
