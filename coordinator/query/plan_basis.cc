#include "coordinator/query/plan_basis.h"

#include "coordinator/query/run_detail.h"
#include "coordinator/stats/game_time.h"
#include "coordinator/stats/plan.h"

namespace rookery::coordinator {
namespace {

constexpr double kMsPerSecond = 1000;

bool IsLike(const RunSpec& spec, const PlayedBy& by) {
  // A tune's candidates differ more than two versions do, and a league has many pairings.
  if (spec.kind != RunKind::kTest && spec.kind != RunKind::kMatch) return false;
  return spec.LimitsOf(spec.dev) == by.dev && spec.LimitsOf(spec.base) == by.base &&
         spec.threads == by.threads && spec.reference_nps == by.reference_nps;
}

stats::ThinkingLimits Thinking(const Limits& limits) {
  stats::ThinkingLimits thinking{limits.nodes,
                                 static_cast<double>(limits.movetime_ms) / kMsPerSecond};
  const auto add = [&](int moves, int64_t base_ms, int64_t increment_ms) {
    thinking.periods.push_back({moves, static_cast<double>(base_ms) / kMsPerSecond,
                                static_cast<double>(increment_ms) / kMsPerSecond});
  };
  if (limits.base_ms > 0 || limits.increment_ms > 0) add(0, limits.base_ms, limits.increment_ms);
  for (const ClockPeriod& one : limits.periods) add(one.moves, one.base_ms, one.increment_ms);
  return thinking;
}

// The mean of the slots that are there: what they do together follows from it.
double MeanSpeed(const CoordinatorView& view) {
  double nodes = 0;
  double slots = 0;
  for (const auto& row : *view.workers) {
    const WorkerView& worker = *row;
    if (worker.phase == WorkerPhase::kAway || !(worker.info.ability.bench_nps > 0)) continue;
    nodes += worker.info.slots * worker.info.ability.bench_nps;
    slots += worker.info.slots;
  }
  return slots > 0 ? nodes / slots : 0;
}

void TakeLimits(const CoordinatorView& view, const PlayedBy& by, PlanBasis* basis) {
  const stats::SlotSpeed speed{MeanSpeed(view), by.reference_nps};
  const std::optional<double> dev = stats::SideSeconds(Thinking(by.dev), speed);
  const std::optional<double> base = stats::SideSeconds(Thinking(by.base), speed);
  if (!dev.has_value() || !base.has_value()) return;
  basis->seconds_per_game = (*dev + *base) * by.threads;
  basis->from_limits = true;
}

}  // namespace

PlanBasis FindPlanBasis(const CoordinatorView& view, const PlayedBy& by) {
  PlanBasis basis;
  basis.variance_per_game = stats::PlanVariance({});
  for (const auto& worker : *view.workers) {
    if (worker->phase == WorkerPhase::kAway) continue;
    basis.slots += static_cast<uint64_t>(worker->info.slots);
  }
  size_t looked_at = 0;
  for (const auto& run : view.runs) {
    if (++looked_at > kRunsLookedAt) break;
    const RunTotals& totals = run->run.totals;
    if (totals.prefix < static_cast<uint64_t>(stats::kForecastPairs)) continue;
    if (!IsLike(*run->run.spec, by)) continue;
    basis.run = run->run.id;
    basis.variance_per_game = stats::PlanVariance(totals.pentanomial);
    basis.seconds_per_game = SecondsPerGame(totals);
    break;
  }
  if (!basis.seconds_per_game.has_value()) TakeLimits(view, by, &basis);
  return basis;
}

}  // namespace rookery::coordinator
