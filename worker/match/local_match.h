// Plays pairs on this machine without a coordinator, several at once: what `rookery match --local`
// stands on. Pairs are dealt in index order; each thread makes its own two players.
// The callback runs under a lock, one call at a time, in the order in which pairs finish.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>

#include "absl/status/status.h"
#include "base/clock.h"
#include "engine/openings/book.h"
#include "worker/match/pair_runner.h"
#include "worker/player/player.h"

namespace rookery::worker {

struct LocalMatchOptions {
  uint64_t pairs = 1;
  int threads = 1;    // 1 to kMaxLocalThreads
  uint64_t seed = 1;  // of the pair plan: openings and engine seeds
  GameLimits limits;
  const openings::Book* book = nullptr;  // not owned
  Clock* clock = nullptr;                // not owned
};
inline constexpr int kMaxLocalThreads = 512;

// Returning false ends the match after the games that are being played now are abandoned.
using OnPair = std::function<bool(const PlayedPair&, const PairPlan&)>;

// The first error of any thread ends the match and is returned; Cancelled if `stop` was set.
absl::Status PlayLocalMatch(const LocalMatchOptions& options, const PlayerFactory& dev,
                            const PlayerFactory& base, const OnPair& on_pair,
                            const std::atomic<bool>& stop);

}  // namespace rookery::worker
