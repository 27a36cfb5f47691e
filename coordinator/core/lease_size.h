// How many pairs one lease holds: enough to keep a worker's slots busy for a stated time, judged
// by measured durations; near the end of a run no more than the worker's share of what is left.
// Pure; any thread.
#pragma once

#include <cstddef>
#include <cstdint>

#include "absl/time/time.h"

namespace rookery::coordinator {

struct LeaseSizeInput {
  int asked = 1;            // what the worker wants at most
  int slots = 1;            // it plays that many games at once
  double pair_seconds = 0;  // of one slot; 0: not known yet
  absl::Duration target;    // to keep the slots busy for
  uint64_t available = 0;   // pairs of the run that may be lent
  double fleet_slots = 0;   // slots of all workers on the run, this one included
};

// 1 .. limits::kMaxPairsPerLease; at least one a slot, unless less is asked for or available.
int LeaseSize(const LeaseSizeInput& input);

// How many pairs a lease may have at most whose candidates give values for so many parameters
// (0: it has none): they must fit a message.
int MostPairs(size_t parameters);

}  // namespace rookery::coordinator
