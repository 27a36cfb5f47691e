#include "coordinator/scheduler/fair_share.h"

#include <fmt/format.h>

#include <limits>

#include "coordinator/scheduler/matching.h"

namespace rookery::coordinator {
namespace {

// The demands whose `load` is least, and the least.
template <typename Load>
std::vector<size_t> LeastOf(const std::vector<size_t>& among, const Load& load, double* least) {
  *least = std::numeric_limits<double>::infinity();
  std::vector<size_t> best;
  for (const size_t i : among) {
    const double one = load(i);
    if (one < *least) {
      best.clear();
      *least = one;
    }
    if (one <= *least) best.push_back(i);
  }
  return best;
}

// Those of the highest class that suit the worker; if none does, what the first one misses.
std::vector<size_t> TopClass(const std::vector<RunDemand>& demands, const WorkerInfo& worker,
                             std::string* missing) {
  int top = std::numeric_limits<int>::min();
  std::vector<size_t> among;
  for (size_t i = 0; i < demands.size(); ++i) {
    const RunSpec& spec = *demands[i].run->spec;
    if (spec.priority < top) continue;
    const std::string lacks = WhatIsMissing(spec, worker);
    if (!lacks.empty()) {
      if (missing->empty()) *missing = fmt::format("run {}: {}", demands[i].run->id, lacks);
      continue;
    }
    if (spec.priority > top) among.clear();
    top = spec.priority;
    among.push_back(i);
  }
  return among;
}

}  // namespace

std::string FairShare::Lacks(const RunSpec& spec, const WorkerInfo& worker) const {
  return WhatIsMissing(spec, worker);
}

Choice FairShare::Choose(const std::vector<RunDemand>& demands, const WorkerSupply& supply,
                         Rng& rng) const {
  if (demands.empty()) return {std::nullopt, "no run has pairs to lend"};
  std::string missing;
  const std::vector<size_t> among = TopClass(demands, *supply.worker, &missing);
  if (among.empty()) {
    return {std::nullopt, fmt::format("no run that has pairs suits this worker; {}", missing)};
  }
  const auto owner_load = [&](size_t i) { return demands[i].owner_usage; };
  const auto run_load = [&](size_t i) { return demands[i].usage / demands[i].run->spec->weight; };
  double least_owner = 0;
  const std::vector<size_t> owners = LeastOf(among, owner_load, &least_owner);
  double least_run = 0;
  const std::vector<size_t> best = LeastOf(owners, run_load, &least_run);

  const double sticky = kStickySeconds * supply.worker->slots;
  for (const size_t i : among) {
    if (demands[i].run->id != supply.last_run || owner_load(i) > least_owner + sticky) continue;
    double least_of_owner = least_run;  // its own owner's runs are what it is compared with
    std::vector<size_t> siblings;
    double weights = 0;
    for (const size_t j : among) {
      if (demands[j].run->spec->owner != demands[i].run->spec->owner) continue;
      siblings.push_back(j);
      weights += demands[j].run->spec->weight;
    }
    LeastOf(siblings, run_load, &least_of_owner);
    // The same lead for all of them, in time by weight: else the light ones would gain by it.
    const double lead = sticky * static_cast<double>(siblings.size()) / weights;
    if (run_load(i) > least_of_owner + lead) continue;
    return {i, fmt::format("it stays with run {}, whose share it isn't far beyond",
                           demands[i].run->id)};
  }
  const size_t chosen = best[rng.Below(best.size())];
  const Run& run = *demands[chosen].run;
  return {chosen, fmt::format("of {} runs in priority class {}, run {} of {} was lent least lately "
                              "for its share",
                              among.size(), run.spec->priority, run.id,
                              run.spec->owner.empty() ? "nobody" : run.spec->owner)};
}

}  // namespace rookery::coordinator
