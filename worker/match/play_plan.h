// What must be known to play any pair of a run: the same as proto PlayPlan, without its wire.
// A plain value; any thread.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "worker/match/pair_runner.h"

namespace rookery::worker {

struct SideSpec {
  std::string name;
  std::string weights_sha256;
};

// A candidate: what the tuned parameters are on both sides.
struct TunedValues {
  std::vector<int> dev;
  std::vector<int> base;
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
  int threads = 1;                         // of each engine: a pair takes so many slots
  std::vector<std::string> tuned;          // of a tune: the parameters, and their values in
  std::map<uint64_t, TunedValues> values;  // each pair of the lease
};

}  // namespace rookery::worker
