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
#include "proto/wire/trust.h"
#include "rookery/v1/workers.grpc.pb.h"
#include "tests/bench/load/figures.h"

namespace rookery::bench {

class LoadWorker {
 public:
  struct Parts {  // none owned
    Clock* clock = nullptr;
    Figures* figures = nullptr;
  };
  // credentials: its own, as joining gave them.
  LoadWorker(int number, std::string address, wire::Credentials credentials, const Parts& parts);
  ~LoadWorker();

  // Over a connection of its own, with a handshake of its own. ask: for work as soon as it's in.
  void Connect(bool ask);
  void Break();
  bool up() const { return up_; }          // welcomed
  bool served() const { return served_; }  // and, after it asked, answered
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
  const wire::Credentials credentials_;
  Clock* const clock_;
  Figures* const figures_;
  std::unique_ptr<v1::WorkerLinkService::Stub> stub_;
  std::atomic<bool> up_{false};
  std::atomic<bool> served_{false};

  Mutex mutex_;
  Stream* stream_ ABSL_GUARDED_BY(mutex_) = nullptr;
  bool breaking_ ABSL_GUARDED_BY(mutex_) = false;
  bool ask_ ABSL_GUARDED_BY(mutex_) = false;
  v1::Lease lease_ ABSL_GUARDED_BY(mutex_);
  int next_pair_ ABSL_GUARDED_BY(mutex_) = 0;
  int64_t sequence_ ABSL_GUARDED_BY(mutex_) = 0;
  int64_t request_ ABSL_GUARDED_BY(mutex_) = 0;
  int64_t asked_due_ ABSL_GUARDED_BY(mutex_) = 0;
  int64_t report_due_ ABSL_GUARDED_BY(mutex_) = 0;
  int64_t beat_due_ ABSL_GUARDED_BY(mutex_) = 0;
};

}  // namespace rookery::bench
