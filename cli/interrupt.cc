#include "cli/interrupt.h"

#include <utility>

namespace rookery::cli {

bool Interrupt::Request() {
  {
    MutexLock lock(&mutex_);
    if (!action_ || requested_) return false;
    requested_ = true;
    // Under the lock, so that a listener never goes away while its action runs.
    action_();
  }
  changed_.notify_all();
  return true;
}

bool Interrupt::requested() const {
  MutexLock lock(&mutex_);
  return requested_;
}

bool Interrupt::WaitFor(absl::Duration limit) {
  MutexLock lock(&mutex_);
  return lock.WaitFor(changed_, absl::ToChronoNanoseconds(limit),
                      [this]() ABSL_NO_THREAD_SAFETY_ANALYSIS { return requested_; });
}

Interrupt::Listener::Listener(Interrupt* interrupt, std::function<void()> action)
    : interrupt_(interrupt) {
  MutexLock lock(&interrupt_->mutex_);
  interrupt_->action_ = std::move(action);
}

Interrupt::Listener::~Listener() {
  MutexLock lock(&interrupt_->mutex_);
  interrupt_->action_ = nullptr;
}

}  // namespace rookery::cli
