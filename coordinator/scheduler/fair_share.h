// The standard policy. Strict priority classes: nothing of a lower one while a higher one has pairs
// that suit the worker. Within a class owners share alike, and an owner's runs by their weights;
// what counts is the slot-seconds that each was lent lately, so nobody starves: who gets nothing
// falls behind everybody else and is next. A worker stays with its run (its caches are warm) until
// that run is ahead by a stated time of the worker's own. Pure; any thread.
#pragma once

#include "coordinator/core/scheduling_policy.h"

namespace rookery::coordinator {

class FairShare : public SchedulingPolicy {
 public:
  // How far ahead of its share a run may be before a worker leaves it, in seconds of its slots.
  static constexpr double kStickySeconds = 30;

  Choice Choose(const std::vector<RunDemand>& demands, const WorkerSupply& supply,
                Rng& rng) const override;
  std::string Lacks(const RunSpec& spec, const WorkerInfo& worker) const override;
};

}  // namespace rookery::coordinator
