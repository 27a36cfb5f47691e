// Server-sent events: each state is turned into text once and sent to all who listen. A listener
// holds a number, not a queue: it asks for what is newer, and a slow one skips states.
// Any thread. Update is called by the change feed, Wait by each listener's own thread.
#pragma once

#include <chrono>
#include <condition_variable>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "base/mutex.h"
#include "coordinator/query/read_model.h"

namespace rookery::coordinator {

class EventFeed {
 public:
  static constexpr size_t kMostListeners = 256;
  static constexpr size_t kNewestRuns = 50;  // sent at once beside the open ones

  // The read model isn't owned.
  EventFeed(ReadModel* reads, std::string version) : reads_(reads), version_(std::move(version)) {}

  // A place among the listeners; false if all are taken or the feed has stopped.
  [[nodiscard]] bool Enter();
  void Leave();
  size_t listeners() const;

  struct Batch {
    std::vector<std::shared_ptr<const std::string>> events;  // whole, ready to send
    uint64_t last = 0;                                       // ask with this the next time
    bool ended = false;  // of one run: it has ended; or the feed has stopped
  };
  // What is newer than `last`, waiting at most `limit`. run: only events of that run; "" for all.
  Batch Wait(uint64_t last, const RunId& run, std::chrono::milliseconds limit);

  void Update();
  void Stop();

 private:
  struct Entry {
    std::shared_ptr<const std::string> text;  // null: not sent before it changes
    uint64_t number = 0;
    std::shared_ptr<const RunView> view;  // that the text tells, or would
    bool open = true;
  };

  void UpdateLocked() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void Put(Entry& entry, std::string text) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  Batch NewerThan(uint64_t last, const RunId& run) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);

  ReadModel* const reads_;
  const std::string version_;
  mutable Mutex mutex_;
  std::condition_variable changed_;
  size_t listeners_ ABSL_GUARDED_BY(mutex_) = 0;
  bool stopped_ ABSL_GUARDED_BY(mutex_) = false;
  uint64_t number_ ABSL_GUARDED_BY(mutex_) = 0;
  std::map<RunId, Entry> runs_ ABSL_GUARDED_BY(mutex_);  // bounded by the core's kMaxRuns
  Entry workers_ ABSL_GUARDED_BY(mutex_);
  Entry overview_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace rookery::coordinator
