// Tells webhooks that runs have ended: notices it in the read model's views and posts on a few
// threads of its own, each webhook by its own schedule (delivery_queue.h). What waits is kept
// through restarts; a webhook may hear of a run twice where the coordinator was killed in between.
// Any thread; OnViewChanged never blocks for long.
#pragma once

#include <atomic>
#include <condition_variable>
#include <functional>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "absl/status/status.h"
#include "base/clock.h"
#include "base/mutex.h"
#include "coordinator/notify/delivery_queue.h"
#include "coordinator/notify/kept_news.h"
#include "coordinator/notify/webhook.h"
#include "coordinator/query/read_model.h"

namespace rookery::coordinator {

// For /metrics. Relaxed atomics; any thread.
struct NotifyCounters {
  std::atomic<uint64_t> taken{0};
  std::atomic<uint64_t> given_up{0};  // refused, tried too often, or too many waited
  std::atomic<uint64_t> waiting{0};
};

class Notifier {
 public:
  // So many webhooks may hang at once before another one waits for a thread.
  static constexpr size_t kMostThreads = 8;

  // OK if the other side took it (2xx); InvalidArgument if it never will. Blocks at most a few
  // seconds.
  using Send = std::function<absl::Status(const Posting&)>;

  struct Parts {
    ReadModel* reads = nullptr;  // not owned
    Clock* clock = nullptr;      // not owned
    std::vector<Webhook> webhooks;
    std::string page;  // address of the dashboard, with its slash
    Send send;
    std::string kept = {};  // what `keep` was last given; empty: nothing
    std::function<void(const std::string&)> keep = {};  // on disk
    NotifyCounters* counters = nullptr;                 // not owned
  };
  explicit Notifier(Parts parts);
  ~Notifier() { Stop(); }

  // For the change feed. Runs that had ended before the first call are news only if they were open
  // when the coordinator ended, or if a webhook wasn't told then.
  void OnViewChanged();
  // What waits is told after the next start.
  void Stop();

  struct Outcome {
    std::string format;
    std::string host;
    std::string error;  // empty: it was taken
  };
  // Posts a test to every webhook, once, and says what came of it, in their order. At most
  // kMostThreads at a time, so that one that hangs doesn't hold up the others.
  std::vector<Outcome> Test() const;

 private:
  Outcome TestOne(const Webhook& webhook) const;
  void Main();
  // One posting that is due; false: there was none.
  bool DeliverOne();
  void NoteRun(const std::shared_ptr<const RunView>& run) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void Tell(size_t webhook, const RunNews& news) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void Keep();
  absl::Time Now() const { return absl::FromUnixNanos(parts_.clock->MonotonicNanos()); }

  const Parts parts_;
  const std::vector<std::string> keys_;  // of the webhooks
  Mutex keeping_;                        // taken before mutex_: what is kept is never older
  std::string kept_ ABSL_GUARDED_BY(keeping_);
  Mutex mutex_;
  std::condition_variable changed_;
  bool started_ ABSL_GUARDED_BY(mutex_) = false;
  bool stopping_ ABSL_GUARDED_BY(mutex_) = false;
  KeptNews before_ ABSL_GUARDED_BY(mutex_);       // of the last start, until the first view
  std::set<RunId> open_ ABSL_GUARDED_BY(mutex_);  // these two bounded by the core's kMaxRuns
  std::set<RunId> ended_ ABSL_GUARDED_BY(mutex_);
  DeliveryQueue queue_ ABSL_GUARDED_BY(mutex_);
  std::vector<std::thread> threads_;
};

// What a run's figures come to as news.
RunNews NewsOf(const RunFigures& figures, const std::string& page);

// Over HTTP or HTTPS, with bounds on time; redirects are not followed.
absl::Status SendOverHttp(const Posting& posting);

}  // namespace rookery::coordinator
