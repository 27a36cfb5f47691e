// The standard policy: strict priority classes; within a class, runs share the fleet's slots by
// weight; a worker stays with its run while that is no worse off than its share (its caches are
// warm). Pure; any thread.
#pragma once

#include "coordinator/core/scheduling_policy.h"

namespace rookery::coordinator {

class FairShare : public SchedulingPolicy {
 public:
  Choice Choose(const std::vector<RunDemand>& demands, const WorkerSupply& supply,
                Rng& rng) const override;
};

}  // namespace rookery::coordinator
