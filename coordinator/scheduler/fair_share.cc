#include "coordinator/scheduler/fair_share.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

namespace rookery::coordinator {
namespace {

// A worker stays with its run unless another one is worse off by more than this factor.
constexpr double kStickiness = 1.25;

// Slots per unit of weight that the run would have with this worker.
double Load(const RunDemand& demand, int slots) {
  return (demand.slots_busy + slots) / demand.run->spec->weight;
}

}  // namespace

Choice FairShare::Choose(const std::vector<RunDemand>& demands, const WorkerSupply& supply,
                         Rng& rng) const {
  if (demands.empty()) return {std::nullopt, "no run has pairs to lend"};
  int top = std::numeric_limits<int>::min();
  for (const RunDemand& demand : demands) top = std::max(top, demand.run->spec->priority);

  const int slots = supply.worker->slots;
  double least = std::numeric_limits<double>::infinity();
  std::vector<size_t> best;
  std::optional<size_t> last;
  for (size_t i = 0; i < demands.size(); ++i) {
    if (demands[i].run->spec->priority != top) continue;
    if (demands[i].run->id == supply.last_run) last = i;
    const double load = Load(demands[i], slots);
    if (load < least) best.clear();
    if (load <= least) {
      least = load;
      best.push_back(i);
    }
  }
  // slots_busy includes this worker's own slots while it still holds a lease of its run.
  if (last.has_value() && Load(demands[*last], 0) <= least * kStickiness) {
    return {last, fmt::format("stays with its run, which has no more than its share of priority "
                              "class {}",
                              top)};
  }
  const size_t chosen = best[rng.Below(best.size())];
  return {chosen, fmt::format("the fewest slots for its weight among {} runs of priority class {}",
                              demands.size(), top)};
}

}  // namespace rookery::coordinator
