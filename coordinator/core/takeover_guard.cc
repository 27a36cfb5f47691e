#include "coordinator/core/takeover_guard.h"

#include <algorithm>
#include <utility>

namespace rookery::coordinator {

absl::Duration TakeoverGuard::Meet(absl::Time alive_until, absl::Time now) {
  absl::Time& oldest = taken_[next_];
  const bool contested = Contested(now);
  const bool too_many = now - oldest < limits::kTakeoverWindow;
  if (now < alive_until && (contested || too_many)) {
    if (!contested) retry_ = limits::kFirstTakeoverRetry;
    turned_away_ = now;
    return std::exchange(retry_, std::min(2 * retry_, limits::kMaxTakeoverRetry));
  }
  oldest = now;
  next_ = (next_ + 1) % taken_.size();
  return absl::ZeroDuration();
}

bool TakeoverGuard::TakeWarning(absl::Time now) {
  if (now - told_ < limits::kTakeoverTold) return false;
  told_ = now;
  return true;
}

}  // namespace rookery::coordinator
