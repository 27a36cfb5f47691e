// What must be known to play any pair of a run: the same as proto PlayPlan, without its wire.
// A plain value; any thread.
#pragma once

#include <cstdint>
#include <string>

#include "worker/match/pair_runner.h"

namespace rookery::worker {

struct SideSpec {
  std::string name;
  std::string weights_sha256;
};

struct PlayPlan {
  std::string run;
  uint64_t run_seed = 0;
  SideSpec dev;
  SideSpec base;
  GameLimits limits;
  std::string book_sha256;
  uint64_t book_lines = 0;
  std::string rule_profile;
  int hash_kib = 1024;
};

}  // namespace rookery::worker
