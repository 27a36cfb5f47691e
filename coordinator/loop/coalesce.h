// Group commit, first half: of the rows that a group of steps puts again and again (a run's
// snapshot, a worker's counters) only the newest is written, at the place of the first.
// Pure; any thread.
#pragma once

#include <vector>

#include "coordinator/core/effects.h"

namespace rookery::coordinator {

std::vector<Write> Coalesce(std::vector<Write> writes);

}  // namespace rookery::coordinator
