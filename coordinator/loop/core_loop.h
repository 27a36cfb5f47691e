// The one thread on which the core runs: it takes events from a bounded queue, Steps, commits their
// writes in one transaction, and only then hands the replies to the edge and publishes the view.
// If a commit fails nothing of that group is answered: the core is loaded again from the store,
// sessions are dropped (workers come back and repeat), with back-off between a bounded number of
// tries; then the loop ends and says why. It ends at once where another coordinator has taken over
// (FailedPrecondition), for which it asks the store also when there is nothing to write.
//
// Post, View and status: any thread. Start and Stop: the owner's thread, once each.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "base/bounded_queue.h"
#include "base/clock.h"
#include "base/mutex.h"
#include "coordinator/core/core.h"
#include "coordinator/loop/core_clock.h"
#include "coordinator/loop/worker_list.h"
#include "coordinator/store/store.h"

namespace rookery::coordinator {

// Implemented by the edge. Called on the loop's thread: must not block.
class ReplySink {
 public:
  virtual ~ReplySink() = default;
  virtual void Deliver(const Reply& reply) = 0;
  // The core was loaded again: all sessions are gone and all waiting calls end as Unavailable.
  virtual void OnReset(const absl::Status& why) = 0;
  // The view was replaced; for those who stream changes.
  virtual void OnPublished() {}
};

struct LoopOptions {
  size_t queue_capacity = 65'536;
  size_t events_per_commit = 512;
  absl::Duration tick = absl::Milliseconds(250);
  absl::Duration publish_workers_every = absl::Milliseconds(500);
  int reload_tries = 10;
  absl::Duration reload_backoff = absl::Milliseconds(100);  // doubles, at most 5 s
  absl::Duration check_lead_every = absl::Seconds(1);
  CoreOptions core;
};

// Counters for /metrics. Relaxed atomics; any thread.
struct LoopMetrics {
  std::atomic<uint64_t> events{0};
  std::atomic<uint64_t> commits{0};
  std::atomic<uint64_t> rows{0};
  std::atomic<uint64_t> commit_nanos{0};
  std::atomic<uint64_t> step_nanos{0};
  std::atomic<uint64_t> refused_full{0};
  std::atomic<uint64_t> reloads{0};
};

class CoreLoop {
 public:
  struct Parts {  // none owned; all outlive the loop
    Store* store = nullptr;
    Clock* clock = nullptr;
    const SchedulingPolicy* policy = nullptr;
    ReplySink* sink = nullptr;
  };
  CoreLoop(const Parts& parts, const LoopOptions& options, Rng rng);
  ~CoreLoop();  // stops

  // Loads the store (its error, if it can't) and starts the thread. The view is there afterwards.
  absl::Status Start();
  // Refuses new events, works off those that wait, ends the thread. Harmless if repeated.
  void Stop();

  // False: the queue is full or the loop has stopped; say RESOURCE_EXHAUSTED, retry later.
  [[nodiscard]] bool Post(Event event);

  std::shared_ptr<const CoordinatorView> View() const;
  size_t queue_size() const { return queue_.size(); }
  const LoopMetrics& metrics() const { return metrics_; }
  // Not OK once the loop has given up; the process should end with this message.
  absl::Status status() const;
  // Not OK also while the store fails: from a failure until a commit succeeds, or, where there is
  // nothing to commit, for kTroubled after the last one.
  absl::Status health() const;
  static constexpr absl::Duration kTroubled = absl::Seconds(30);

  // The core's time.
  Clock* clock() { return &clock_; }

 private:
  absl::Time Now() const { return clock_.Now(); }
  absl::Status LoadCore();
  void Main();
  // In groups of one commit each; events that need the ledger's rows get them from the store, after
  // what came before them is there.
  absl::Status RunAll(std::vector<Event> events);
  absl::Status RunGroup(const std::vector<Event>& events);
  absl::Status RunWithRows(VoidPairs event);
  void FollowWallClock();
  absl::Status CheckLead();
  // False: it has given up.
  bool Reload(absl::Status why);
  void NoteTrouble(const absl::Status& why);  // OK: it is over
  bool SleepUnlessStopped(absl::Duration time);
  void Publish(bool all);
  void PublishRuns(const std::vector<RunId>& changed, absl::Time now, CoordinatorView* view);
  void PublishArtifacts(CoordinatorView* view);

  const Parts parts_;
  const LoopOptions options_;
  mutable CoreClock clock_;
  BoundedQueue<Event> queue_;
  LoopMetrics metrics_;
  std::thread thread_;

  // Of the loop's thread alone, once it runs.
  Rng rng_;
  std::unique_ptr<Core> core_;
  WorkerList workers_;
  std::vector<Event> next_;  // what the core wants to be stepped after the commit
  int failures_ = 0;
  absl::Time reloaded_at_ = absl::InfinitePast();
  absl::Time lead_checked_ = absl::InfinitePast();
  absl::Time workers_published_ = absl::InfinitePast();
  uint64_t marks_published_ = 0;
  size_t artifacts_published_ = 0;
  uint64_t tokens_published_ = 0;
  uint64_t engines_published_ = 0;
  uint64_t fits_published_ = 0;

  mutable Mutex mutex_;
  std::condition_variable stop_changed_;
  bool stopping_ ABSL_GUARDED_BY(mutex_) = false;
  std::shared_ptr<const CoordinatorView> view_ ABSL_GUARDED_BY(mutex_);
  absl::Status status_ ABSL_GUARDED_BY(mutex_);
  absl::Status trouble_ ABSL_GUARDED_BY(mutex_);  // of the store; OK: none since the last commit
  absl::Time trouble_at_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace rookery::coordinator
