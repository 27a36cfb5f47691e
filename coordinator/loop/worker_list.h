// The workers as readers see them, kept from one publication to the next: only those that changed
// are made anew, the others are shared with the lists that readers still hold. Ten thousand copied
// twice a second kept the loop from answering for 15 ms each time.
// One thread; what Share gives out is immutable, for any.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "coordinator/core/view.h"

namespace rookery::coordinator {

class WorkerList {
 public:
  // New workers, and new views of known ones; each worker at most once.
  void Put(std::vector<WorkerView> changed);
  // All of them, by label, then id.
  std::shared_ptr<const WorkerViews> Share() const {
    return std::make_shared<const WorkerViews>(rows_);
  }

 private:
  // Sorts in those that are new, or have another label, and finds everybody's place again.
  void Merge(WorkerViews added);

  WorkerViews rows_;  // sorted
  absl::flat_hash_map<WorkerId, size_t> places_;
};

}  // namespace rookery::coordinator
