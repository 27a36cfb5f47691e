#include "coordinator/notify/delivery_queue.h"

#include <algorithm>
#include <utility>

#include "base/check.h"

namespace rookery::coordinator {
namespace {

constexpr absl::Duration kFirstRetry = absl::Seconds(1);
constexpr int kRetryFactor = 4;

}  // namespace

std::optional<RunId> DeliveryQueue::Add(size_t webhook, Item item, absl::Time now) {
  Line& line = lines_[webhook];
  if (line.items.empty()) line.due = now;
  line.items.push_back(std::move(item));
  if (line.items.size() <= kMostWaiting) return std::nullopt;
  const auto oldest = line.items.begin() + (line.out ? 1 : 0);
  RunId lost = std::move(oldest->run);
  line.items.erase(oldest);
  if (!line.out) line.attempts = 0;
  return lost;
}

std::optional<DeliveryQueue::Job> DeliveryQueue::Take(absl::Time now) {
  Line* longest = nullptr;
  for (Line& line : lines_) {
    if (line.out || line.items.empty() || line.due > now) continue;
    if (longest == nullptr || line.due < longest->due) longest = &line;
  }
  if (longest == nullptr) return std::nullopt;
  longest->out = true;
  return Job{static_cast<size_t>(longest - lines_.data()), ++longest->attempts,
             longest->items.front().posting};
}

absl::Time DeliveryQueue::NextDue() const {
  absl::Time next = absl::InfiniteFuture();
  for (const Line& line : lines_) {
    if (!line.out && !line.items.empty()) next = std::min(next, line.due);
  }
  return next;
}

bool DeliveryQueue::Done(const Job& job, Delivery delivery, absl::Time now) {
  Line& line = lines_[job.webhook];
  ROOKERY_CHECK(line.out);
  line.out = false;
  if (delivery == Delivery::kLater && line.attempts < kMostAttempts) {
    line.due = now + RetryAfter(line.attempts);
    return true;
  }
  line.items.pop_front();
  line.attempts = 0;
  line.due = now;
  return delivery == Delivery::kTaken;
}

std::vector<RunId> DeliveryQueue::Waiting(size_t webhook) const {
  std::vector<RunId> runs;
  for (const Item& item : lines_[webhook].items) runs.push_back(item.run);
  return runs;
}

size_t DeliveryQueue::waiting() const {
  size_t sum = 0;
  for (const Line& line : lines_) sum += line.items.size();
  return sum;
}

absl::Duration DeliveryQueue::RetryAfter(int attempts) {
  absl::Duration wait = kFirstRetry;
  for (int attempt = 1; attempt < attempts; ++attempt) wait *= kRetryFactor;
  return wait;
}

}  // namespace rookery::coordinator
