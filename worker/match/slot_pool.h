// The slots of a worker: a thread each, which plays one pair at a time with two engines of its own.
// Engines are kept for the next pairs that want the same, while there is room and for a short time:
// those that no pair has wanted for idle_ms are closed. Books are shared between the slots.
//
// Start and StopLease may be called from any thread. Each order is answered by exactly one call
// of on_outcome, from the slot's thread (or the caller's, for an order that never began).
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "base/clock.h"
#include "base/mutex.h"
#include "engine/openings/book.h"
#include "worker/match/live_feed.h"
#include "worker/match/pair_runner.h"
#include "worker/match/play_plan.h"
#include "worker/match/uci_seat.h"

namespace rookery::worker {

struct PairOrder {
  std::string lease;
  std::shared_ptr<const PlayPlan> plan;
  uint64_t pair_index = 0;
};

// Cancelled after StopLease; any other error means that this worker can't play the plan.
using OnOutcome = std::function<void(const PairOrder&, absl::StatusOr<PlayedPair>)>;

struct SlotPoolOptions {
  int slots = 1;
  ArtifactPath artifact_path;  // called from slot threads
  UciHost uci = {};            // for engines that are programs
  OnOutcome on_outcome;
  double bench_nps = 0;      // of a slot, by which times are scaled; 0: not known
  int64_t idle_ms = 10'000;  // an engine is kept so long without a pair that wants it
  Clock* clock = nullptr;    // not owned
  LiveFeed* live = nullptr;  // not owned; null: nobody is shown a game
};

class SlotPool {
 public:
  explicit SlotPool(SlotPoolOptions options);
  // Abandons what is being played; waits for the threads. Orders left over are answered Cancelled.
  ~SlotPool();
  SlotPool(const SlotPool&) = delete;
  SlotPool& operator=(const SlotPool&) = delete;

  void Start(PairOrder order);
  void StopLease(const std::string& lease);

 private:
  class Slot;

  // The next order, or none when the pool is closing.
  std::optional<PairOrder> Take(Slot& slot);
  // The same; nothing at all when the slot's players have been idle for long.
  std::optional<std::optional<PairOrder>> WaitForOrder(Slot& slot);
  void Done(Slot& slot, const PairOrder& order, absl::StatusOr<PlayedPair> pair);
  absl::StatusOr<std::shared_ptr<const openings::Book>> BookOf(const PlayPlan& plan);

  const SlotPoolOptions options_;
  Mutex mutex_;
  std::condition_variable changed_;
  bool closing_ ABSL_GUARDED_BY(mutex_) = false;
  std::deque<PairOrder> orders_ ABSL_GUARDED_BY(mutex_);
  Mutex books_mutex_;  // held while a book is opened: the other slots want the same one
  std::vector<std::pair<std::string, std::shared_ptr<const openings::Book>>> books_
      ABSL_GUARDED_BY(books_mutex_);
  std::vector<std::unique_ptr<Slot>> slots_;  // made once, then only read
  std::vector<std::thread> threads_;
};

}  // namespace rookery::worker
