#include "coordinator/query/contributors.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "coordinator/core/worker_owners.h"

namespace rookery::coordinator {

double CoreHours(uint64_t core_ms) { return static_cast<double>(core_ms) / 3.6e6; }

std::vector<Contributor> ContributorsOf(const WorkerViews& workers) {
  struct Sum {
    Contributor contributor;
    uint64_t core_ms = 0;
  };
  std::map<std::string, Sum> by_owner;
  const auto add = [&by_owner](const OwnerShare& share) {
    Sum& sum = by_owner[share.owner];
    sum.contributor.pairs += share.pairs;
    sum.contributor.games += share.games;
    sum.core_ms += share.core_ms;
  };
  for (const auto& worker : workers) {
    ++by_owner[worker->info.owner].contributor.workers;
    add(PresentShare(worker->info));
    for (const OwnerShare& share : worker->info.earlier) add(share);
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
