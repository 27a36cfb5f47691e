// Plays a schedule's games on this machine without a coordinator, several at once: what
// `rookery match --local` and `rookery fastchess` stand on. Games are dealt in the order of their
// numbers; each thread makes players of its own and keeps them from game to game.
// The events are called under a lock, one at a time, in the order in which games begin and end.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "base/clock.h"
#include "base/pairing/schedule.h"
#include "engine/openings/opening.h"
#include "worker/match/pair_runner.h"
#include "worker/player/player.h"

namespace rookery::worker {

struct Contestant {
  std::string name;
  PlayerFactory make;
  SideLimits limits;
  bool restart = false;  // a new player for every game
};

// What a game begins from: the same for all games of an encounter.
using OpeningOf = std::function<absl::StatusOr<openings::Opening>(const ScheduledGame&)>;

struct TournamentOptions {
  std::vector<Contestant> contestants;
  GameLimits limits;  // `each` isn't used: contestants have their own
  OpeningOf opening;
  uint64_t seed = 1;       // of the engines' seeds
  int threads = 1;         // games at once, 1 to kMaxLocalThreads
  int64_t pause_ms = 0;    // of a thread after each game
  Clock* clock = nullptr;  // not owned
  // Called by each thread before it plays, with its number from 0.
  std::function<absl::Status(int thread)> on_thread;
};
inline constexpr int kMaxLocalThreads = 512;

// A game as it was played.
struct TournamentGame {
  ScheduledGame plan;
  openings::Opening opening = {};
  absl::Time started;
  PlayedGame played;
  // What White's and Black's players did wrong without losing by it, since their last game.
  std::array<std::vector<PlayerNote>, 2> notes;
};

class TournamentEvents {
 public:
  virtual ~TournamentEvents() = default;
  virtual void OnStart(const ScheduledGame&) {}
  // Returning false ends the tournament; games that are being played are abandoned.
  virtual bool OnGame(const TournamentGame& game) = 0;
};

// Plays what the schedule knows and comes to know, leaving out the games that `played` says are
// done (by number; what lies beyond its end isn't done). Their results must have been recorded.
// The first error of any thread ends it and is returned; Cancelled if `stop` was set.
absl::Status PlayTournament(const TournamentOptions& options, Schedule& schedule,
                            const std::vector<bool>& played, TournamentEvents& events,
                            const std::atomic<bool>& stop);

}  // namespace rookery::worker
