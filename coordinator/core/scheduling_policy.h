// Which run gets a worker's next pairs: the interface that core asks and coordinator/scheduler
// implements. A pure function of a snapshot and a generator; one thread at a time.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "base/rng.h"
#include "coordinator/core/types.h"

namespace rookery::coordinator {

// An active run that has pairs to lend to the asking worker now.
struct RunDemand {
  const Run* run = nullptr;  // not owned; valid during the call
  uint64_t available = 0;    // pairs that could be lent, > 0
  // Slot-seconds that were lent lately (usage_meter.h): of the run, and of all its owner's runs.
  double usage = 0;
  double owner_usage = 0;
};

// The worker that asks.
struct WorkerSupply {
  const WorkerInfo* worker = nullptr;  // not owned; valid during the call
  RunId last_run;                      // of its newest lease; its caches are warm for it
};

struct Choice {
  std::optional<size_t> demand;  // index into the demands; none: nothing suits this worker
  std::string reason;            // why, in words for people
};

class SchedulingPolicy {
 public:
  virtual ~SchedulingPolicy() = default;
  virtual Choice Choose(const std::vector<RunDemand>& demands, const WorkerSupply& supply,
                        Rng& rng) const = 0;
  // What the worker lacks to play the run, in words for people; empty: nothing.
  virtual std::string Lacks(const RunSpec& spec, const WorkerInfo& worker) const = 0;
};

// Games of the run that the worker plays at a time: an engine's threads take a slot each.
inline int GamesAtOnce(const RunSpec& spec, const WorkerInfo& worker) {
  return std::max(1, worker.slots / std::max(1, spec.threads));
}

}  // namespace rookery::coordinator
