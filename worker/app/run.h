// `rookery-worker run`: puts agent, outbox, cache, slots and link together and lets them work
// until a signal ends them. Called once, from main's thread, with the signals blocked.
#pragma once

#include <string>

#include "absl/status/status.h"
#include "proto/wire/trust.h"

namespace rookery::worker {

struct RunOptions {
  wire::TrustSources coordinator;  // its address, and how to believe it
  bool join = false;               // its token is one to join with; once that is done, it plays
  int slots = 1;
  std::string data;  // folder of this worker alone
  std::string label;
  bool unconfined_engines = false;  // UCI engines play here even where no sandbox works
};

// The folder that is used where none is given: below the user's state folder, by label.
std::string DefaultDataFolder(const std::string& label);

// SIGTERM and SIGINT must be blocked in all threads before anything starts.
void BlockStopSignals();

// Ok after a stop by signal; what keeps the worker from starting otherwise.
absl::Status RunWorker(const RunOptions& options);

}  // namespace rookery::worker
