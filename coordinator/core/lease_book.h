// All leases that matter: live ones, and past ones that may still deliver what they had finished.
// Finds those whose time is up without looking at the others. One thread at a time.
#pragma once

#include <cstdint>
#include <map>
#include <queue>
#include <set>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "coordinator/core/types.h"

namespace rookery::coordinator {

struct HeldLease {
  Lease lease;
  std::vector<bool> done;     // by position in lease.pairs: counted, by whomever
  size_t remaining = 0;       // of those not done
  int64_t last_sequence = 0;  // newest report, and what it was answered
  int last_counted = 0;
  int last_duplicates = 0;
  absl::Time progressed;  // when it was granted, or brought a pair last
  absl::Duration stall_limit = absl::InfiniteDuration();  // without progress it isn't renewed

  explicit HeldLease(Lease held)
      : lease(std::move(held)), done(lease.pairs.size()), remaining(lease.pairs.size()) {}
  bool Holds(uint64_t pair) const;
  // Harmless if it is done already or not held.
  void MarkDone(uint64_t pair);
};

class LeaseBook {
 public:
  LeaseBook() = default;
  LeaseBook(const LeaseBook&) = delete;
  LeaseBook& operator=(const LeaseBook&) = delete;

  HeldLease* Find(const LeaseId& id);
  HeldLease& Insert(Lease lease);  // CHECKs that the id is new
  void Erase(const LeaseId& id);
  void Renew(HeldLease* held, absl::Time expires);
  // A live lease becomes a past one.
  void End(HeldLease* held, LeaseState state, absl::Time now);

  // Live leases whose time is up, oldest first; the caller ends each of them.
  std::vector<LeaseId> DueForExpiry(absl::Time now);
  // Past leases that are too old, or too many: to be erased.
  std::vector<LeaseId> DueForErasure(absl::Time now);

  size_t live() const { return live_; }
  const std::map<LeaseId, HeldLease>& all() const { return leases_; }
  std::map<LeaseId, HeldLease>& all() { return leases_; }  // for what isn't about their lives

 private:
  using Entry = std::pair<absl::Time, LeaseId>;
  std::map<LeaseId, HeldLease> leases_;
  // Of the map's nodes, which stay where they are. Every message and every look at the workers
  // finds leases, and among sixty thousand the tree took two thirds of that look.
  absl::flat_hash_map<LeaseId, HeldLease*> by_id_;
  // Lazy: a renewed lease's entry is put back when it comes up.
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> expiries_;
  std::set<Entry> past_;
  absl::flat_hash_map<LeaseId, absl::Time> ended_at_;
  size_t live_ = 0;
};

}  // namespace rookery::coordinator
