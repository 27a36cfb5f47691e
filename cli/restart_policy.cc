#include "cli/restart_policy.h"

namespace rookery::cli {

std::optional<int64_t> RestartPolicy::OnDeath(int64_t now_nanos) {
  while (!deaths_.empty() && now_nanos - deaths_.front() > kWindowNanos) deaths_.pop_front();
  deaths_.push_back(now_nanos);
  const auto recent = static_cast<int>(deaths_.size());
  if (recent > kMostInWindow) return std::nullopt;
  return kFirstDelayNanos << (recent - 1);
}

}  // namespace rookery::cli
