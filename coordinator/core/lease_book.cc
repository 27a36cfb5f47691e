#include "coordinator/core/lease_book.h"

#include <algorithm>

#include "base/check.h"
#include "coordinator/core/limits.h"

namespace rookery::coordinator {

bool HeldLease::Holds(uint64_t pair) const {
  return std::binary_search(lease.pairs.begin(), lease.pairs.end(), pair);
}

void HeldLease::MarkDone(uint64_t pair) {
  const auto found = std::lower_bound(lease.pairs.begin(), lease.pairs.end(), pair);
  if (found == lease.pairs.end() || *found != pair) return;
  const size_t position = static_cast<size_t>(found - lease.pairs.begin());
  if (done[position]) return;
  done[position] = true;
  --remaining;
}

HeldLease* LeaseBook::Find(const LeaseId& id) {
  const auto found = by_id_.find(id);
  return found == by_id_.end() ? nullptr : found->second;
}

HeldLease& LeaseBook::Insert(Lease lease) {
  const LeaseId id = lease.id;
  const auto [place, inserted] = leases_.try_emplace(id, std::move(lease));
  ROOKERY_CHECK(inserted);
  by_id_.emplace(id, &place->second);
  const Lease& stored = place->second.lease;
  if (stored.state == LeaseState::kLive) {
    ++live_;
    expiries_.emplace(stored.expires, id);
  } else {
    past_.emplace(stored.granted, id);
    ended_at_.emplace(id, stored.granted);
  }
  return place->second;
}

void LeaseBook::Erase(const LeaseId& id) {
  const auto found = leases_.find(id);
  if (found == leases_.end()) return;
  if (found->second.lease.state == LeaseState::kLive) {
    --live_;
  } else if (const auto ended = ended_at_.find(id); ended != ended_at_.end()) {
    past_.erase(Entry(ended->second, id));
    ended_at_.erase(ended);
  }
  by_id_.erase(found->first);
  leases_.erase(found);
}

void LeaseBook::Renew(HeldLease* held, absl::Time expires) {
  if (held->lease.state != LeaseState::kLive) return;
  held->lease.expires = std::min(expires, held->progressed + held->stall_limit);
}

void LeaseBook::End(HeldLease* held, LeaseState state, absl::Time now) {
  ROOKERY_CHECK(held->lease.state == LeaseState::kLive && state != LeaseState::kLive);
  held->lease.state = state;
  --live_;
  past_.emplace(now, held->lease.id);
  ended_at_.emplace(held->lease.id, now);
}

std::vector<LeaseId> LeaseBook::DueForExpiry(absl::Time now) {
  std::vector<LeaseId> due;
  while (!expiries_.empty() && expiries_.top().first <= now) {
    const LeaseId id = expiries_.top().second;
    expiries_.pop();
    const HeldLease* held = Find(id);
    if (held == nullptr || held->lease.state != LeaseState::kLive) continue;
    if (held->lease.expires > now) {
      expiries_.emplace(held->lease.expires, id);
    } else {
      due.push_back(id);
    }
  }
  return due;
}

std::vector<LeaseId> LeaseBook::DueForErasure(absl::Time now) {
  std::vector<LeaseId> due;
  size_t kept = past_.size();
  for (const Entry& entry : past_) {
    if (kept <= limits::kMaxPastLeases && entry.first + limits::kLateReports > now) break;
    due.push_back(entry.second);
    --kept;
  }
  return due;
}

}  // namespace rookery::coordinator
