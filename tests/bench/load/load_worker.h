// One of the load's workers: a connection and a stream of its own over gRPC's callback API. It
// plays nothing; its results are drawn.
// Connect, Report, Beat, Break: the driver's thread. The rest happens on gRPC's threads.
#pragma once

#include <atomic>
#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/mutex.h"
#include "rookery/v1/workers.grpc.pb.h"

namespace rookery::bench {

// What all workers measured. Any thread.
class Figures {
 public:
  struct Samples {  // milliseconds, from when the message was due to its answer
    std::vector<double> lease;
    std::vector<double> report;
    std::vector<double> heartbeat;
    uint64_t refused = 0;
    uint64_t backoffs = 0;
    uint64_t no_work = 0;
    uint64_t broken = 0;
  };
  void Lease(double ms) { Add(&Samples::lease, ms); }
  void Report(double ms) { Add(&Samples::report, ms); }
  void Heartbeat(double ms) { Add(&Samples::heartbeat, ms); }
  void Count(uint64_t Samples::* which) {
    MutexLock lock(&mutex_);
    ++(samples_.*which);
  }
  Samples Take() {
    MutexLock lock(&mutex_);
    return std::exchange(samples_, {});
  }

 private:
  void Add(std::vector<double> Samples::* which, double ms) {
    MutexLock lock(&mutex_);
    (samples_.*which).push_back(ms);
  }
  Mutex mutex_;
  Samples samples_ ABSL_GUARDED_BY(mutex_);
};

class LoadWorker {
 public:
  // Clock and figures aren't owned.
  LoadWorker(int number, std::string address, Clock* clock, Figures* figures);
  ~LoadWorker();

  void Connect();
  void Break();
  bool up() const { return up_; }
  // Due at that time of the monotonic clock: reports a pair, asks for more if it has none left.
  void Report(int64_t due);
  void Beat(int64_t due);

 private:
  class Stream;
  void OnMessage(const v1::CoordinatorMessage& message);
  void OnEnd();
  void Send(v1::WorkerMessage message) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void Ask(int64_t due) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  double Since(int64_t due) const {
    return static_cast<double>(clock_->MonotonicNanos() - due) * 1e-6;
  }

  const int number_;
  const std::string address_;
  Clock* const clock_;
  Figures* const figures_;
  std::unique_ptr<v1::WorkerLinkService::Stub> stub_;
  std::atomic<bool> up_{false};

  Mutex mutex_;
  Stream* stream_ ABSL_GUARDED_BY(mutex_) = nullptr;
  bool breaking_ ABSL_GUARDED_BY(mutex_) = false;
  v1::Lease lease_ ABSL_GUARDED_BY(mutex_);
  int next_pair_ ABSL_GUARDED_BY(mutex_) = 0;
  int64_t sequence_ ABSL_GUARDED_BY(mutex_) = 0;
  int64_t request_ ABSL_GUARDED_BY(mutex_) = 0;
  int64_t asked_due_ ABSL_GUARDED_BY(mutex_) = 0;
  int64_t report_due_ ABSL_GUARDED_BY(mutex_) = 0;
  int64_t beat_due_ ABSL_GUARDED_BY(mutex_) = 0;
};

}  // namespace rookery::bench
