// Turns SIGTERM and SIGINT into calls: the first asks politely, the second at once; a third ends
// the process. The signals must be blocked in every thread (BlockStopSignals, first in main).
#pragma once

#include <atomic>
#include <functional>
#include <thread>

namespace rookery::worker {

class StopSignals {
 public:
  // on_signal(true) means at once. Called from a thread of its own.
  explicit StopSignals(std::function<void(bool at_once)> on_signal);
  ~StopSignals();

 private:
  void Run();

  std::function<void(bool)> on_signal_;
  std::atomic<bool> ending_ = false;
  std::thread thread_;
};

}  // namespace rookery::worker
