#include "coordinator/scheduler/matching.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "coordinator/core/scheduling_policy.h"

namespace rookery::coordinator {
namespace {

size_t SandboxRank(std::string_view name) {
  const auto found = std::find(kSandboxes.begin(), kSandboxes.end(), name);
  return found == kSandboxes.end() ? 0 : static_cast<size_t>(found - kSandboxes.begin());
}

}  // namespace

int64_t MemoryNeededMib(const RunSpec& spec, const WorkerInfo& worker) {
  const int64_t engine = kEngineMemoryMib + (spec.hash_kib + 1023) / 1024;
  return std::max(spec.needs.memory_mib, 2 * engine * GamesAtOnce(spec, worker));
}

std::string WhatIsMissing(const RunSpec& spec, const WorkerInfo& worker) {
  const WorkerAbility& has = worker.ability;
  const Needs& needs = spec.needs;
  if (spec.threads > worker.slots) {
    return fmt::format("threads of each engine: {}, but slots of the worker: {}", spec.threads,
                       worker.slots);
  }
  if (const int64_t need = MemoryNeededMib(spec, worker);
      has.memory_mib > 0 && need > has.memory_mib) {
    return fmt::format("its games at a time ({}) take {} MiB, the worker has {}",
                       GamesAtOnce(spec, worker), need, has.memory_mib);
  }
  for (const std::string& set : needs.instruction_sets) {
    if (!std::binary_search(has.instruction_sets.begin(), has.instruction_sets.end(), set)) {
      return fmt::format("it needs the instruction set {}, which the worker doesn't name", set);
    }
  }
  if (!needs.embedded_build.empty() && needs.embedded_build != worker.bench_signature) {
    return fmt::format("it needs the embedded engine {}, the worker has {}", needs.embedded_build,
                       worker.bench_signature.empty() ? "none" : worker.bench_signature);
  }
  if (!needs.platform.empty() && needs.platform != has.platform) {
    return fmt::format("it needs the platform {}, the worker's is {}", needs.platform,
                       has.platform.empty() ? "not known" : has.platform);
  }
  if (SandboxRank(needs.sandbox) > SandboxRank(has.sandbox)) {
    return fmt::format("it needs the sandbox {} or better, the worker has {}", needs.sandbox,
                       has.sandbox.empty() ? "none" : has.sandbox);
  }
  return "";
}

}  // namespace rookery::coordinator
