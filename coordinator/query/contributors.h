// Who lends workers, and what those have done: the counters of workers added up by owner, each pair
// with the owner that the worker had when it was counted. The ledger counts a pair once, and with
// it the worker's counters, in one transaction. Pure; any thread.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "coordinator/core/view.h"

namespace rookery::coordinator {

struct Contributor {
  std::string owner;  // empty: those that came without a token
  int workers = 0;    // that are his now
  uint64_t pairs = 0;
  uint64_t games = 0;
  double core_hours = 0;
};

double CoreHours(uint64_t core_ms);

// Most core-hours first, then by name.
std::vector<Contributor> ContributorsOf(const WorkerViews& workers);

}  // namespace rookery::coordinator
