// Binds games to processors: one physical core for each thread of an engine, its twins by
// hyper-threading left idle, all cores of a game on one memory node where they fit. Whoever starts
// an engine binds itself first; a child inherits it before it makes threads or memory.
// Pure, but for ReadProcessors and BindThread; any thread.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"

namespace rookery::worker {

struct Processor {
  int id = 0;
  int package = 0;
  int core = 0;  // of its package; twins have the same
  int node = 0;  // of memory
};

// Those that this process may use. `root` is the kernel's folder; another in tests.
absl::StatusOr<std::vector<Processor>> ReadProcessors(
    const std::string& root = "/sys/devices/system");

// "0,2-5": numbers of processors. InvalidArgument names what is none.
absl::StatusOr<std::vector<int>> ParseProcessorList(std::string_view text);

struct AffinityWish {
  int games = 1;               // at once
  int threads = 1;             // of each engine
  std::vector<int> only = {};  // use these, one a thread, in this order; empty: physical cores
};
// Processors of each game. ResourceExhausted says what is wanted and what is there.
absl::StatusOr<std::vector<std::vector<int>>> PlanAffinity(const std::vector<Processor>& processors,
                                                           const AffinityWish& wish);

// Binds the calling thread, and what it starts from now on.
absl::Status BindThread(const std::vector<int>& processors);

}  // namespace rookery::worker
