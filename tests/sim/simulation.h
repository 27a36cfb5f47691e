// A simulated fleet: the real core, scheduler and store logic; workers, an author, a clock and a
// transport that are not real. Everything follows from one seed; the invariants of
// docs/architecture.md are checked after every commit.
// One thread per simulation; simulations are independent of each other.
#pragma once

#include <cstdint>
#include <string>

#include "absl/time/time.h"
#include "coordinator/core/planted_fault.h"

namespace rookery::sim {

struct SimOptions {
  uint64_t seed = 1;
  int workers = 6;
  int runs = 3;
  uint64_t max_pairs = 120;                  // of a run, drawn from 1 up to this
  absl::Duration chaos = absl::Minutes(20);  // afterwards everybody behaves
  absl::Duration patience = absl::Hours(6);  // and by then every run must have ended
  absl::Duration worker_step = absl::Seconds(1);
  absl::Duration heartbeat = absl::Seconds(10);
  absl::Duration lease_time = absl::Seconds(30);
  absl::Duration lease_target = absl::Seconds(10);
  double pair_seconds = 0;       // 0: drawn for each worker
  bool faults = true;            // crashes, losses, duplicates, reordering, liars
  double crash_chance = 0.0005;  // a commit, of each of three kinds
  double revoke_chance = 0.001;  // of a worker's token, a second
  int check_every = 1;           // commits between full checks
  coordinator::PlantedFault planted = coordinator::PlantedFault::kNone;
};

struct SimResult {
  std::string failure;      // empty: all invariants held and every run ended
  uint64_t trace_hash = 0;  // of all that happened, in order
  uint64_t events = 0;      // that reached the core
  uint64_t commits = 0;
  uint64_t crashes = 0;  // of the coordinator, and failed commits
  uint64_t pairs = 0;    // counted
  absl::Duration simulated;
};

SimResult Simulate(const SimOptions& options);

}  // namespace rookery::sim
