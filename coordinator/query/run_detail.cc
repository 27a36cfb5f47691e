#include "coordinator/query/run_detail.h"

#include <algorithm>

namespace rookery::coordinator {
namespace {

std::string LabelOf(const WorkerId& id, const WorkerViews& workers) {
  const auto found = std::find_if(workers.begin(), workers.end(),
                                  [&](const auto& worker) { return worker->info.id == id; });
  return found == workers.end() ? "" : (*found)->info.label;
}

}  // namespace

std::optional<double> SecondsPerGame(const RunTotals& totals) {
  const uint64_t games = 2 * (totals.counted + totals.voided);
  if (games == 0 || totals.core_ms == 0) return std::nullopt;
  return static_cast<double>(totals.core_ms) / 1000 / static_cast<double>(games);
}

WorkerComparison CompareByWorker(const PairsByWorker& pairs, const WorkerViews& workers) {
  WorkerComparison comparison;
  std::vector<stats::Pentanomial> counts;
  for (const auto& [worker, pentanomial] : pairs) {
    comparison.workers.push_back({worker, LabelOf(worker, workers), pentanomial, std::nullopt});
    counts.push_back(pentanomial);
  }
  const stats::Homogeneity homogeneity = stats::CompareWorkers(counts);
  if (homogeneity.chi_square.has_value()) {
    for (size_t i = 0; i < counts.size(); ++i) {
      if (homogeneity.workers[i].counted) comparison.workers[i].z = homogeneity.workers[i].z;
    }
  }
  if (const auto worst = stats::WorstWorker(homogeneity)) {
    comparison.worst = comparison.workers[*worst].worker;
  }
  comparison.counted = homogeneity.counted;
  comparison.chi_square = homogeneity.chi_square;
  comparison.degrees = homogeneity.degrees;
  comparison.p = homogeneity.p;
  comparison.z95 = homogeneity.z95;
  comparison.z99 = homogeneity.z99;
  std::sort(comparison.workers.begin(), comparison.workers.end(),
            [](const ComparedWorker& a, const ComparedWorker& b) {
              const double by_z = b.z.value_or(-1) - a.z.value_or(-1);
              const int64_t by_pairs = stats::Total(b.pentanomial) - stats::Total(a.pentanomial);
              if (by_z != 0) return by_z < 0;
              return by_pairs != 0 ? by_pairs < 0 : a.worker < b.worker;
            });
  return comparison;
}

std::vector<PlanRow> PlanOf(const RunSpec& spec, const stats::Pentanomial& counts,
                            std::optional<double> seconds_per_game) {
  std::vector<PlanRow> rows;
  const std::optional<stats::Sprt> sprt = SprtOf(spec);
  if (!sprt.has_value()) return rows;
  const double elo0 = sprt->bounds().elo0;
  const double elo1 = sprt->bounds().elo1;
  const double variance = stats::PlanVariance(counts);
  const auto most = static_cast<int64_t>(std::max<uint64_t>(spec.max_pairs, 1));
  for (const double elo : {elo0, (elo0 + elo1) / 2, elo1}) {
    PlanRow row;
    row.point = stats::PlanTest(*sprt, variance, elo, most);
    if (seconds_per_game.has_value()) {
      row.core_hours = row.point.expected_pairs * 2 * *seconds_per_game / 3600;
    }
    rows.push_back(row);
  }
  return rows;
}

}  // namespace rookery::coordinator
