// A few threads for the edge's work that touches disk or takes long: gRPC's own threads (one per
// core) must never block. Its queue is bounded: a full one refuses.
// Run: any thread. Stop ends the threads after what waits has been done.
#pragma once

#include <functional>
#include <thread>
#include <vector>

#include "base/bounded_queue.h"

namespace rookery::coordinator {

class Executor {
 public:
  Executor(int threads, size_t queue_capacity);
  ~Executor() { Stop(); }

  // False: full or stopped; the caller says "retry later".
  [[nodiscard]] bool Run(std::function<void()> work);
  void Stop();

 private:
  void Main();

  BoundedQueue<std::function<void()>> queue_;
  std::vector<std::thread> threads_;
};

}  // namespace rookery::coordinator
