// Tells webhooks that runs have ended: notices it in the read model's views, posts on a thread of
// its own, and tries again where that failed. What waits is lost if the coordinator ends meanwhile;
// the run's page is the truth, a webhook is only a hint to look at it. Any thread; OnViewChanged
// never blocks for long.
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "absl/status/status.h"
#include "base/mutex.h"
#include "coordinator/notify/webhook.h"
#include "coordinator/query/read_model.h"

namespace rookery::coordinator {

class Notifier {
 public:
  static constexpr size_t kMostWaiting = 1'000;  // beyond that the oldest is given up
  static constexpr int kMostAttempts = 6;

  // OK if the other side took it (2xx). Blocks at most a few seconds.
  using Send = std::function<absl::Status(const Posting&)>;
  // Waits so long, or until the notifier stops: then it says so by false.
  using Pause = std::function<bool(absl::Duration)>;

  struct Parts {
    ReadModel* reads = nullptr;  // not owned
    std::vector<Webhook> webhooks;
    std::string page;  // address of the dashboard, with its slash
    Send send;
    Pause pause;  // null: real time
  };
  explicit Notifier(Parts parts);
  ~Notifier() { Stop(); }

  // For the change feed. Runs that had ended before the first call are no news.
  void OnViewChanged();
  void Stop();

  struct Outcome {
    std::string format;
    std::string host;
    std::string error;  // empty: it was taken
  };
  // Posts a test to every webhook, once, and says what came of it.
  std::vector<Outcome> Test() const;

  // 1 s after the first failure, four times as long after each further one.
  static absl::Duration RetryAfter(int attempts);

 private:
  void Main();
  void Deliver(const Posting& posting);

  const Parts parts_;
  Mutex mutex_;
  std::condition_variable changed_;
  bool started_ ABSL_GUARDED_BY(mutex_) = false;
  bool stopping_ ABSL_GUARDED_BY(mutex_) = false;
  std::set<RunId> ended_ ABSL_GUARDED_BY(mutex_);  // bounded by the core's kMaxRuns
  std::deque<Posting> waiting_ ABSL_GUARDED_BY(mutex_);
  std::thread thread_;
};

// What a run's figures come to as news.
RunNews NewsOf(const RunFigures& figures, const std::string& page);

// Over HTTP or HTTPS, with bounds on time; redirects are not followed.
absl::Status SendOverHttp(const Posting& posting);

}  // namespace rookery::coordinator
