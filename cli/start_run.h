// From the flags of `test` and `match` to a run on the coordinator. One thread.
#pragma once

#include <cstdint>
#include <string>

#include "cli/context.h"
#include "cli/limits.h"
#include "rookery/v1/runs.pb.h"

namespace rookery::cli {

struct RunFlags {
  std::string dev;
  std::string base = "default";
  LimitFlags limits;
  std::string book;        // empty: the default book
  uint64_t seed = 0;       // 0: the coordinator draws one
  uint64_t max_pairs = 0;  // 0: as many as the book has openings
  std::string title;
  std::string rules = "engine";
  int max_moves = 0;
  int hash_kib = 0;
  bool watch = true;
};

// Makes the run that the flags and `spec` (kind, bounds) describe and, if wanted, follows it.
// The exit code is the run's, or that of what went wrong.
Exit StartRun(const RunFlags& flags, v1::RunSpec spec, Context& context);

}  // namespace rookery::cli
