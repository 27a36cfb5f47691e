#include "engine/uci/task.h"

#include <utility>

namespace rookery::uci {

void Task::Start(std::function<void()> body, std::function<void()> interrupt) {
  {
    MutexLock lock(&mutex_);
    stop_ = false;
    ended_ = false;
  }
  interrupt_ = std::move(interrupt);
  thread_ = std::thread([this, body = std::move(body)] {
    body();
    MutexLock lock(&mutex_);
    ended_ = true;
    changed_.notify_all();
  });
}

bool Task::AwaitEnd(std::chrono::nanoseconds patience) {
  if (!thread_.joinable()) return true;
  {
    MutexLock lock(&mutex_);
    const bool ended = lock.WaitFor(changed_, patience,
                                    [this]() ABSL_NO_THREAD_SAFETY_ANALYSIS { return ended_; });
    if (!ended) return false;
  }
  thread_.join();
  return true;
}

void Task::Stop() {
  if (!thread_.joinable()) return;
  {
    MutexLock lock(&mutex_);
    stop_ = true;
    changed_.notify_all();
  }
  if (interrupt_) interrupt_();
  thread_.join();
}

bool Task::stop_requested() {
  MutexLock lock(&mutex_);
  return stop_;
}

void Task::WaitForStop(const std::function<bool()>& or_until) {
  MutexLock lock(&mutex_);
  lock.Wait(changed_, [&]() ABSL_NO_THREAD_SAFETY_ANALYSIS { return stop_ || or_until(); });
}

void Task::Wake() {
  MutexLock lock(&mutex_);
  changed_.notify_all();
}

}  // namespace rookery::uci
