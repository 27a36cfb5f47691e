#include "coordinator/query/contributors.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

namespace rookery::coordinator {

double CoreHours(uint64_t core_ms) { return static_cast<double>(core_ms) / 3.6e6; }

std::vector<Contributor> ContributorsOf(const WorkerViews& workers) {
  struct Sum {
    Contributor contributor;
    uint64_t core_ms = 0;
  };
  std::map<std::string, Sum> by_owner;
  for (const auto& worker : workers) {
    Sum& sum = by_owner[worker->info.owner];
    ++sum.contributor.workers;
    sum.contributor.pairs += worker->info.pairs;
    sum.contributor.games += worker->info.games;
    sum.core_ms += worker->info.core_ms;
  }
  std::vector<Contributor> sorted;
  for (auto& [owner, sum] : by_owner) {
    sum.contributor.owner = owner;
    sum.contributor.core_hours = CoreHours(sum.core_ms);
    sorted.push_back(std::move(sum.contributor));
  }
  std::sort(sorted.begin(), sorted.end(), [](const Contributor& a, const Contributor& b) {
    return std::tie(b.core_hours, a.owner) < std::tie(a.core_hours, b.owner);
  });
  return sorted;
}

}  // namespace rookery::coordinator
