// What `rookery tune` is asked for. A plain value; any thread.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cli/run_flags.h"
#include "cli/tune_space.h"

namespace rookery::cli {

struct TuneFlags {
  RunFlags run;
  SpaceFlags space;
  std::string start = "default";
  std::string method = "regression";
  uint64_t games = 20'000;
  double expected_gain = 10;
  double draw_rate = 0.4;
  std::string out;                      // empty: tuned.toml, or tuned.uci of a UCI engine
  std::vector<std::string> options;     // of a UCI engine, on both sides: NAME=VALUE
  std::vector<std::string> candidates;  // of a race
  std::string log;
  bool plan_only = false;
  bool verify = true;
  uint64_t verify_pairs = 10'000;
  std::string params_out;
};

}  // namespace rookery::cli
