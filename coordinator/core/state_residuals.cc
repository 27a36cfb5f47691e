// Residuals: whether one worker's results stand out from the others' of the same run. Looked at
// when the run's pairs have doubled, each look with half of the false alarms that are left, so that
// looking often doesn't cry wolf. Who stands out is put in quarantine; nothing is voided by it.
#include <cmath>

#include "base/status.h"
#include "coordinator/core/state.h"
#include "coordinator/stats/normal.h"
#include "coordinator/stats/residuals.h"

namespace rookery::coordinator {

void Core::State::Observe(RunEntry* entry, const WorkerId& worker, int half_points) {
  if (!entry->by_worker.contains(worker) &&
      entry->by_worker.size() >= limits::kMaxComparedWorkers) {
    return;
  }
  ++entry->by_worker[worker][static_cast<size_t>(half_points)];
  ++entry->brought;
}

// After a report is done with: the quarantine takes the worker's leases.
void Core::State::MaybeCompareWorkers(RunEntry* entry) {
  if (!IsOpen(entry->run.state) || entry->brought < entry->next_look) return;
  CompareWorkersOf(entry);
  entry->next_look *= 2;
}

void Core::State::CompareWorkersOf(RunEntry* entry) {
  std::vector<WorkerId> ids;
  std::vector<stats::Pentanomial> counts;
  for (const auto& [id, pairs] : entry->by_worker) {
    if (!workers.at(id).info.quarantine.empty()) continue;
    ids.push_back(id);
    counts.push_back(pairs);
  }
  const stats::Homogeneity all = stats::CompareWorkers(counts);
  if (all.counted < 2) return;
  // The k-th look spends alpha / 2^k, shared by the workers that are compared.
  const double looks = std::log2(static_cast<double>(entry->next_look) /
                                 static_cast<double>(limits::kFirstResidualLook));
  const double alpha = limits::kFalseAlarms / std::exp2(looks + 1);
  const double limit = -stats::NormalQuantile(alpha / all.counted);
  size_t worst = 0;
  for (size_t i = 1; i < ids.size(); ++i) {
    if (all.workers[i].z > all.workers[worst].z) worst = i;
  }
  // With two workers that differ nothing says which is the odd one.
  if (all.workers[worst].z <= limit || all.counted < 3) return;
  const std::string reason = fmt::format(
      "its results in run {} stand out: z {:.1f}, where {:.1f} of {} workers alike is passed once "
      "in {:.0f} runs",
      entry->run.id, all.workers[worst].z, limit, all.counted, 1 / limits::kFalseAlarms);
  Note(*entry, "residuals", fmt::format("{} is put in quarantine: {}", ids[worst], reason));
  Quarantine(&workers.at(ids[worst]), reason);
}

}  // namespace rookery::coordinator
