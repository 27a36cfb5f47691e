#include "coordinator/service/executor.h"

#include <utility>

namespace rookery::coordinator {

Executor::Executor(int threads, size_t queue_capacity) : queue_(queue_capacity) {
  for (int i = 0; i < threads; ++i) threads_.emplace_back([this] { Main(); });
}

bool Executor::Run(std::function<void()> work) { return queue_.TryPush(std::move(work)); }

void Executor::Stop() {
  queue_.Close();
  for (std::thread& thread : threads_) {
    if (thread.joinable()) thread.join();
  }
}

void Executor::Main() {
  constexpr std::chrono::hours kLong{1};
  for (;;) {
    std::vector<std::function<void()>> work = queue_.PopSome(1, kLong);
    if (work.empty() && queue_.closed()) return;
    for (const std::function<void()>& piece : work) piece();
  }
}

}  // namespace rookery::coordinator
