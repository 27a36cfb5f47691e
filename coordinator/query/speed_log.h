// How quick each worker has been: nodes a second of a slot, noted about once a minute from what the
// loop publishes. Kept in memory and bounded: where the log is full every other entry goes and the
// pause between two doubles, so that it reaches as far back as this process lives.
// Any thread.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "absl/time/time.h"
#include "base/mutex.h"
#include "coordinator/core/view.h"

namespace rookery::coordinator {

struct Speeds {
  std::vector<absl::Time> at;  // oldest first
  // By worker, as long as `at`; none where it was away or had played nothing yet.
  std::map<WorkerId, std::vector<std::optional<double>>> nodes_per_second;
};

class SpeedLog {
 public:
  static constexpr size_t kMostEntries = 120;
  static constexpr size_t kMostWorkers = 1000;  // connected ones that are noted at a time

  // Notes the workers unless the last entry is too young.
  void Note(const CoordinatorView& view);
  Speeds All() const;

 private:
  struct Entry {
    absl::Time at;
    std::map<WorkerId, double> speeds;
  };

  mutable Mutex mutex_;
  absl::Duration pause_ ABSL_GUARDED_BY(mutex_) = absl::Minutes(1);
  std::vector<Entry> entries_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace rookery::coordinator
