// What must be known to play any pair of a run: the same as proto PlayPlan, without its wire.
// A plain value; any thread.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "base/pairing/league.h"
#include "base/pairing/pair_plan.h"
#include "worker/match/pair_runner.h"

namespace rookery::worker {

struct SideSpec {
  std::string name;
  std::string weights_sha256;
  std::optional<SideLimits> limits = {};  // of its own; none: the game's
};

// Who plays in a league. Who meets in a pair follows from its index, but in a Swiss it is told.
struct LeaguePlan {
  LeagueShape shape;
  std::vector<SideSpec> engines;
  std::map<uint64_t, Seats> told;
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
  std::optional<LeaguePlan> league;  // instead of dev and base
  GameLimits limits;
  std::string book_sha256;
  uint64_t book_lines = 0;
  std::string rule_profile;
  int hash_kib = 1024;
  int threads = 1;                         // of each engine: a pair takes so many slots
  bool chess960 = false;                   // engines are told so
  int64_t reference_nps = 0;               // times are scaled by it over the worker's speed; 0: not
  std::vector<std::string> tuned;          // of a tune: the parameters or options,
  std::vector<int> decimals;               // how many decimals each has (empty: none any),
  std::map<uint64_t, TunedValues> values;  // and their values in each pair of the lease
};

// What one pair is: its two players, opening and seeds. InvalidArgument if the plan doesn't say.
struct PlannedPair {
  const SideSpec* dev = nullptr;  // of the plan
  const SideSpec* base = nullptr;
  PairPlan plan;
};
absl::StatusOr<PlannedPair> PlannedPairOf(const PlayPlan& plan, uint64_t index);

}  // namespace rookery::worker
