// When the runs that are being played will have ended, and what the fleet has to do just now.
// Pure functions of figures and workers; any thread.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "coordinator/core/view.h"
#include "coordinator/query/figures.h"

namespace rookery::coordinator {

// Seconds that the run will take yet at the speed of its last minute: up to what its forecast
// expects of a test, up to its last pair else. None where it isn't played, and of a test too young
// for a forecast.
std::optional<double> SecondsLeft(const RunFigures& figures);

struct Outlook {
  // Of those that can be foreseen, at most kMostForeseen.
  std::vector<std::pair<RunId, double>> seconds_left;
  // Until all of those have ended, each game at the cost of its run's, on the cores that play now.
  std::optional<double> all_seconds_left;
};
inline constexpr size_t kMostForeseen = 100;

// active: the figures of the runs that are active.
Outlook OutlookOf(const std::vector<std::shared_ptr<const RunFigures>>& active);

// Slots that are played on, as far as the leases tell: a pair takes as many as an engine has
// threads.
uint64_t CoresBusy(const CoordinatorView& view);

}  // namespace rookery::coordinator
