#include "coordinator/upkeep/keeper_thread.h"

#include <sys/resource.h>

#include <algorithm>
#include <string>

#include "base/log.h"
#include "base/status.h"

namespace rookery::coordinator {
namespace {

constexpr int kNiceness = 10;
constexpr int kIdleShare = 3;  // times as long as it worked
constexpr absl::Duration kShortest = absl::Milliseconds(100);

}  // namespace

void KeeperThread::Start() {
  thread_ = std::thread([this] { Main(); });
}

void KeeperThread::Stop() {
  {
    MutexLock lock(&mutex_);
    stopping_ = true;
  }
  changed_.notify_all();
  if (thread_.joinable()) thread_.join();
}

void KeeperThread::Main() {
  setpriority(PRIO_PROCESS, 0, kNiceness);  // Linux: of this thread alone
  std::string last_error;
  absl::Duration pause = look_every_;
  while (Pause(pause)) {
    const int64_t began = clock_->MonotonicNanos();
    const absl::StatusOr<size_t> posted = keeper_->Pass(clock_->Now());
    const absl::Duration worked = absl::Nanoseconds(clock_->MonotonicNanos() - began);
    pause = posted.ok() && *posted > 0 ? std::max(kShortest, kIdleShare * worked) : look_every_;
    const std::string error = posted.ok() ? "" : Message(posted.status());
    if (!error.empty() && error != last_error) {
      spdlog::warn("games stay as they came in for now: {}", error);
    }
    last_error = error;
  }
}

bool KeeperThread::Pause(absl::Duration time) {
  MutexLock lock(&mutex_);
  lock.WaitFor(changed_, absl::ToChronoNanoseconds(time),
               [this]() ABSL_NO_THREAD_SAFETY_ANALYSIS { return stopping_; });
  return !stopping_;
}

}  // namespace rookery::coordinator
