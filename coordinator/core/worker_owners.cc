#include "coordinator/core/worker_owners.h"

#include <algorithm>
#include <utility>

namespace rookery::coordinator {

OwnerShare PresentShare(const WorkerInfo& worker) {
  OwnerShare share{worker.owner, worker.pairs, worker.games, worker.core_ms};
  for (const OwnerShare& before : worker.earlier) {
    share.pairs -= before.pairs;
    share.games -= before.games;
    share.core_ms -= before.core_ms;
  }
  return share;
}

void ChangeOwner(WorkerInfo* worker, const std::string& owner) {
  if (worker->owner == owner) return;
  OwnerShare share = PresentShare(*worker);
  worker->owner = owner;
  if (share.pairs == 0) return;
  const auto known = std::find_if(worker->earlier.begin(), worker->earlier.end(),
                                  [&](const OwnerShare& one) { return one.owner == share.owner; });
  if (known == worker->earlier.end()) {
    worker->earlier.push_back(std::move(share));
    return;
  }
  known->pairs += share.pairs;
  known->games += share.games;
  known->core_ms += share.core_ms;
}

}  // namespace rookery::coordinator
