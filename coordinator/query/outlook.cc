#include "coordinator/query/outlook.h"

#include <algorithm>

#include "coordinator/query/run_detail.h"

namespace rookery::coordinator {
namespace {

std::optional<double> GamesLeft(const RunFigures& figures) {
  const Run& run = figures.run();
  if (run.spec->sprt.has_value()) {
    if (!figures.forecast.has_value()) return std::nullopt;
    return 2 * figures.forecast->expected_pairs;
  }
  return 2 * static_cast<double>(run.spec->max_pairs -
                                 std::min(run.spec->max_pairs, run.totals.prefix));
}

}  // namespace

std::optional<double> SecondsLeft(const RunFigures& figures) {
  const double rate = figures.view->games_per_second;
  const std::optional<double> games = GamesLeft(figures);
  if (figures.run().state != RunState::kActive || !games.has_value() || !(rate > 0)) {
    return std::nullopt;
  }
  return *games / rate;
}

Outlook OutlookOf(const std::vector<std::shared_ptr<const RunFigures>>& active) {
  Outlook outlook;
  double work = 0;   // seconds of cores that are left
  double cores = 0;  // that did it in the last minute
  for (const auto& figures : active) {
    const std::optional<double> left = SecondsLeft(*figures);
    if (!left.has_value() || outlook.seconds_left.size() >= kMostForeseen) continue;
    outlook.seconds_left.emplace_back(figures->run().id, *left);
    const std::optional<double> a_game = SecondsPerGame(figures->run().totals);
    if (!a_game.has_value()) continue;
    const double busy = figures->view->games_per_second * *a_game;
    work += *left * busy;
    cores += busy;
  }
  if (cores > 0) outlook.all_seconds_left = work / cores;
  return outlook;
}

uint64_t CoresBusy(const CoordinatorView& view) {
  uint64_t busy = 0;
  for (const auto& worker : *view.workers) {
    if (worker->phase != WorkerPhase::kPlaying) continue;
    const auto run = view.run_by_id.find(worker->run);
    const int threads = run == view.run_by_id.end() ? 1 : run->second->run.spec->threads;
    busy += static_cast<uint64_t>(
        std::clamp(worker->pairs_lent * std::max(1, threads), 0, worker->info.slots));
  }
  return busy;
}

}  // namespace rookery::coordinator
