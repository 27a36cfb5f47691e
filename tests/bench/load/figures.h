// What the load's workers measured, and its percentiles. Any thread.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "base/mutex.h"

namespace rookery::bench {

struct Percentiles {  // milliseconds
  size_t count = 0;
  double p50 = 0;
  double p99 = 0;
  double p999 = 0;
  double most = 0;
};
Percentiles PercentilesOf(std::vector<double> milliseconds);
std::string ToText(const char* what, const Percentiles& of);  // a line

class Figures {
 public:
  struct Samples {  // milliseconds, from when the message was due to its answer
    std::vector<double> lease;
    std::vector<double> report;
    std::vector<double> heartbeat;
    uint64_t overdue = 0;  // messages not sent: the worker still waited for its last answer
    uint64_t refused = 0;
    uint64_t backoffs = 0;
    uint64_t no_work = 0;
    uint64_t broken = 0;
    // Nothing went wrong, however slow it was.
    bool sound() const { return refused + backoffs + no_work + broken == 0; }
  };
  void Add(std::vector<double> Samples::* which, double ms) {
    MutexLock lock(&mutex_);
    (samples_.*which).push_back(ms);
  }
  void Count(uint64_t Samples::* which) {
    MutexLock lock(&mutex_);
    ++(samples_.*which);
  }
  Samples Take() {
    MutexLock lock(&mutex_);
    return std::exchange(samples_, {});
  }

 private:
  Mutex mutex_;
  Samples samples_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace rookery::bench
