// Whether a worker can play a run at all: cores, memory, instruction sets, build, platform,
// sandbox; what it said in Hello against what the run needs. Pure; any thread.
#pragma once

#include <string>

#include "coordinator/core/types.h"

namespace rookery::coordinator {

// What an embedded engine takes beside its hash table.
inline constexpr int64_t kEngineMemoryMib = 16;

// Of all games that the worker would play at a time, both engines each.
int64_t MemoryNeededMib(const RunSpec& spec, const WorkerInfo& worker);

// The first thing that is missing, in words for people; empty: nothing is.
std::string WhatIsMissing(const RunSpec& spec, const WorkerInfo& worker);

}  // namespace rookery::coordinator
