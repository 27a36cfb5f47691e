// Games as they are played, for somebody who watches their run: copies a game after a move, at most
// so many at once and so often, and hands it on. While nobody watches a move costs a look at the
// clock. Best effort: what isn't handed on costs a moment on somebody's board.
//
// Watch and OnMove: any thread. The sink is called from OnMove's thread and must not block.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "base/mutex.h"
#include "worker/match/pair_runner.h"

namespace rookery::worker {

struct LiveGame {
  uint64_t pair_index = 0;
  int number = 1;  // 1 or 2 of the pair
  std::vector<chess::Move> moves;
  std::vector<int> scores_cp;  // these three as in PlayedGame
  std::vector<uint32_t> times_ms;
  std::vector<uint32_t> clocks_ms;
  bool over = false;
  GameResult result = GameResult::kDraw;  // these two say something once it is over
  GameEnd end = GameEnd::kStalemate;
};

class LiveFeed {
 public:
  static constexpr size_t kMaxWatches = 8;    // runs; the oldest goes first
  static constexpr size_t kMaxMoves = 1000;   // a longer game is no longer shown
  static constexpr int kMaxGames = 8;         // at once, a run
  static constexpr int kMinIntervalMs = 200;  // between two copies of a slot's
  static constexpr int kMaxSeconds = 600;     // of one watch

  struct Wish {
    std::string run;
    int seconds = 0;  // 0: no longer
    int games = 1;
    int interval_ms = 1000;
  };
  using Sink = std::function<void(const std::string& run, LiveGame game)>;

  // The clock isn't owned.
  LiveFeed(Clock* clock, Sink sink) : clock_(*clock), sink_(std::move(sink)) {}

  // In place of what was wished of the run before; numbers are brought within the bounds.
  void Watch(const Wish& wish);
  // A move was made, or the game has ended, on a slot that plays the run.
  void OnMove(int slot, const std::string& run, uint64_t pair_index, const GameSoFar& game);

 private:
  struct Shown {
    int64_t sent_ns = 0;
    uint64_t pair_index = 0;
    int number = 0;
  };
  struct Watched {
    Wish wish;
    int64_t until_ns = 0;
    std::map<int, Shown> slots;  // whose games are shown, at most wish.games
  };

  bool Takes(int slot, uint64_t pair_index, const GameSoFar& game, int64_t now, Watched* watched)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);

  Clock& clock_;
  const Sink sink_;
  std::atomic<int64_t> until_ns_{0};  // of the longest watch
  Mutex mutex_;
  std::vector<Watched> watched_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace rookery::worker
