// Streams of one run's state to those who watch it. The hub lives on the change feed's thread; each
// watcher holds at most the newest state that it hasn't sent, so a slow reader skips, never queues.
#pragma once

#include <grpcpp/support/server_callback.h>

#include <set>
#include <string>
#include <utility>

#include "base/mutex.h"
#include "coordinator/access/gate.h"
#include "coordinator/query/read_model.h"
#include "coordinator/service/edge_counters.h"
#include "rookery/v1/runs.pb.h"

namespace rookery::coordinator {

class WatchHub;

// Deletes itself in OnDone, after the hub has let go of it.
class RunWatcher : public grpc::ServerWriteReactor<v1::Run> {
 public:
  RunWatcher(WatchHub* hub, std::string run, StillAdmitted admitted)
      : hub_(hub), run_(std::move(run)), admitted_(std::move(admitted)) {}

  const std::string& run() const { return run_; }
  // Sends these figures, now or after the write in flight, if they are news, or if as many came
  // without: what else changed may be why nobody plays the run. Ends the stream instead if its
  // token isn't believed any more. Any thread.
  static constexpr int kRepeatAfter = 20;
  void Offer(const FiguresPtr& figures);
  void Fail(const absl::Status& status);

  void OnWriteDone(bool ok) override;
  void OnCancel() override;
  void OnDone() override;

 private:
  void WritePending() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void FinishOnce(const grpc::Status& status) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);

  WatchHub* const hub_;
  const std::string run_;
  const StillAdmitted admitted_;
  Mutex mutex_;
  v1::Run message_ ABSL_GUARDED_BY(mutex_);  // in flight while writing_
  FiguresPtr pending_ ABSL_GUARDED_BY(mutex_);
  FiguresPtr newest_ ABSL_GUARDED_BY(mutex_);  // sent or pending
  int skipped_ ABSL_GUARDED_BY(mutex_) = 0;    // since the last was sent
  bool writing_ ABSL_GUARDED_BY(mutex_) = false;
  bool ended_ ABSL_GUARDED_BY(mutex_) = false;  // the state in flight is the run's last
  bool finished_ ABSL_GUARDED_BY(mutex_) = false;
};

// Any thread. The read model isn't owned.
class WatchHub {
 public:
  static constexpr size_t kMostWatchers = 2'000;

  WatchHub(ReadModel* reads, EdgeCounters* counters) : reads_(reads), counters_(counters) {}

  // A new stream; it already ends with an error if the run is unknown or there are too many.
  RunWatcher* Watch(std::string run, StillAdmitted admitted);
  void Remove(RunWatcher* watcher);
  // After the view changed, and as often as it is published without news: this is when a stream
  // notices that its token has expired or was revoked.
  void Update();
  // Ends all streams; new ones end at once.
  void Shutdown();

 private:
  ReadModel* const reads_;
  EdgeCounters* const counters_;
  Mutex mutex_;
  std::set<RunWatcher*> watchers_ ABSL_GUARDED_BY(mutex_);
  bool stopping_ ABSL_GUARDED_BY(mutex_) = false;
};

}  // namespace rookery::coordinator
