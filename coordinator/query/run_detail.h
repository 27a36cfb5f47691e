// What is said about one run when somebody looks at it alone, because it takes its ledger: how it
// came to where it is, whether its workers tell one story, what it costs.
// Pure functions and values; any thread.
#pragma once

#include <array>
#include <map>
#include <optional>
#include <vector>

#include "coordinator/core/view.h"
#include "coordinator/query/figures.h"
#include "coordinator/query/tune_history.h"
#include "coordinator/stats/plan.h"
#include "coordinator/stats/residuals.h"

namespace rookery::coordinator {

struct HistoryPoint {
  uint64_t pairs = 0;
  std::optional<double> llr;  // none in a match
  std::optional<stats::Interval> elo;
};

struct ComparedWorker {
  WorkerId worker;
  std::string label;  // as it joined last; empty if it is not known any more
  stats::Pentanomial pentanomial{};
  std::optional<double> z;  // none of workers with too few pairs
};

inline constexpr int kMostComparedShown = 100;  // in one answer

struct WorkerComparison {
  std::vector<ComparedWorker> workers;  // those that stand out most first
  int counted = 0;                      // with enough pairs; below 2 nothing is compared
  std::optional<double> chi_square;
  int degrees = 0;
  std::optional<double> p;
  std::optional<double> z95;
  std::optional<double> z99;
  std::optional<WorkerId> worst;  // beyond z99; one at a time, for it moves the others' figures
};

// What the test was to cost when nothing was known but its bounds and its most pairs; the variance
// is that of its pairs, once there are stats::kForecastPairs.
struct PlanRow {
  stats::PlanPoint point;
  std::optional<double> core_hours;
};

struct RunDetail {
  std::vector<HistoryPoint> history;
  uint64_t pairs = 0;  // read so far: below the totals' after a restart, for a call or two
  WorkerComparison comparison;
  std::vector<PlanRow> plan;               // at elo0, half way, elo1; empty in a match
  std::optional<double> seconds_per_game;  // of cores; none before a game was counted
  // The run's pentanomial if the games of a pair were independent; none before a pair, and in
  // leagues and tunes, whose pairs are of many players.
  std::optional<std::array<double, 5>> pentanomial_expected;
  std::vector<ForecastPoint> forecasts;  // of a tune
  std::vector<std::string> faults;       // what engines did wrong, oldest first; some of them
};

using PairsByWorker = std::map<WorkerId, stats::Pentanomial>;

// What a game took so far, by the run's cost: voided pairs were paid for like the rest.
std::optional<double> SecondsPerGame(const RunTotals& totals);
// workers: for their labels.
WorkerComparison CompareByWorker(const PairsByWorker& pairs, const WorkerViews& workers);
std::vector<PlanRow> PlanOf(const RunSpec& spec, const stats::Pentanomial& counts,
                            std::optional<double> seconds_per_game);

}  // namespace rookery::coordinator
