// Games that workers play just now, by move, for those who watch their run. In memory alone, never
// in the ledger: what is lost costs a moment on somebody's board. Nothing is held, and no worker
// asked, unless somebody watches.
// Any thread.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <map>
#include <utility>
#include <vector>

#include "absl/time/time.h"
#include "base/clock.h"
#include "base/mutex.h"
#include "coordinator/core/types.h"

namespace rookery::coordinator {

struct LiveRecord {
  uint64_t pair = 0;
  int number = 1;  // of the pair's two games
  WorkerId worker;
  GameRecord game;  // moves, scores, times and clocks so far
  bool over = false;
  bool told = false;  // over, and the game's result and end are known
};

class LiveGames {
 public:
  static constexpr size_t kMostRuns = 64;   // watched at once
  static constexpr size_t kMostGames = 4;   // of a run
  static constexpr int kGamesOfWorker = 2;  // that one worker is asked for
  static constexpr int kIntervalMs = 500;   // between two states of a game
  // A watch is over so long after it was last renewed; workers are asked for as much at a time.
  static constexpr absl::Duration kWatchFor = absl::Seconds(30);
  static constexpr absl::Duration kAskAgain = absl::Seconds(10);

  explicit LiveGames(Clock* clock) : clock_(*clock) {}  // not owned

  // Told, outside the lock, of a run that wasn't watched before. Set once, before the first watch.
  void SetOnWatched(std::function<void(const RunId&)> on_watched) {
    on_watched_ = std::move(on_watched);
  }

  // False: too many others are watched.
  [[nodiscard]] bool Watch(const RunId& run);
  // Whether a worker that plays the run is to be asked now; `asked`, its own, remembers when it
  // was.
  bool ShouldAsk(const RunId& run, int64_t* asked_ns);
  // Dropped if nobody watches, or if those that are shown go on.
  void Put(const RunId& run, LiveRecord record);

  struct Batch {
    std::vector<LiveRecord> games;  // all that are shown, by pair; empty: nothing is new
    uint64_t last = 0;              // ask with this the next time; 0: the first time
    bool ended = false;
  };
  // What changed since; after the first time not more often than every kIntervalMs.
  Batch Wait(const RunId& run, uint64_t last, std::chrono::milliseconds limit);
  void Stop();

 private:
  struct Shown {
    LiveRecord record;
    int64_t at_ns = 0;
  };
  struct Watched {
    int64_t until_ns = 0;
    uint64_t number = 0;  // grows with every change
    std::vector<Shown> games;
  };

  bool MakeRoom(const LiveRecord& record, int64_t now, Watched* watched)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);

  Clock& clock_;
  std::function<void(const RunId&)> on_watched_;
  Mutex mutex_;
  std::condition_variable changed_;
  bool stopped_ ABSL_GUARDED_BY(mutex_) = false;
  std::map<RunId, Watched> runs_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace rookery::coordinator
