// Which pairs of one run are counted, lent or still to be lent. Indices only: the rows themselves
// are the store's. Memory is bounded by the pairs that are out (limits::kMaxPairsAhead), not by
// the run's length.
// Pure; one thread at a time.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "absl/time/time.h"
#include "base/pairing/outcome.h"
#include "coordinator/core/limits.h"
#include "coordinator/core/types.h"

namespace rookery::coordinator {

// What the fold needs of a counted pair.
struct PairSummary {
  int half_points = 0;   // of dev, 0..4
  int first_points = 0;  // of them in the first game, where dev has White: 0..2
  std::array<GameEnd, 2> ends = {GameEnd::kStalemate, GameEnd::kStalemate};
  uint64_t plies = 0;  // of both games
};
PairSummary Summarise(const PairResult& result);

class RunLedger {
 public:
  // The pairs below `prefix` are counted and folded. `size`: indices end there.
  // `ahead`: how many pairs beyond the prefix may be lent.
  RunLedger(uint64_t prefix, uint64_t size, uint64_t ahead = limits::kMaxPairsAhead)
      : prefix_(prefix), fresh_(prefix), size_(size), ahead_(ahead) {}

  uint64_t prefix() const { return prefix_; }
  // Every index at or above it was never lent nor counted.
  uint64_t fresh() const { return fresh_; }
  // Indices end elsewhere from now on; not below fresh() (CHECK).
  void Resize(uint64_t size);
  // Indices at or beyond `end` can't be lent yet (a Swiss league's next round). Never less than
  // before (CHECK).
  void OpenUntil(uint64_t end);
  bool IsCounted(uint64_t index) const { return index < prefix_ || beyond_.contains(index); }
  // Counted pairs at or beyond the prefix.
  size_t beyond() const { return beyond_.size(); }
  bool complete() const { return prefix_ == size_; }

  // Counts a pair and returns the live leases that hold it: they needn't play it any more.
  // CHECKs that it isn't counted and lies below the size.
  std::vector<LeaseId> Count(uint64_t index, const PairSummary& summary);
  // The pair at the prefix, if it is counted; the prefix then moves beyond it.
  std::optional<PairSummary> TakeConsecutive();
  // Whatever is counted beyond the prefix: only for the simulator's planted faults.
  std::optional<PairSummary> TakeFirst();

  struct Request {
    size_t most = 0;
    WorkerId worker;  // is never lent a pair twice at the same time
    absl::Time now;
    absl::Duration grace;  // before a pair is lent in parallel
  };
  struct Loan {
    std::vector<uint64_t> pairs;  // ascending
    int attempt = 1;
  };
  // Pairs whose lease was lost come first, lowest first; then those that are long overdue, in
  // parallel; then pairs never lent; at the tail, where none is left, those merely overdue.
  // Nothing is marked until Lend is called with the result.
  Loan Choose(const Request& request) const;
  // Whether Choose would find anything, and about how much.
  uint64_t Available(const Request& request) const;
  // Pairs never lent or lost: what is left to be lent for the first time.
  uint64_t NotLent() const;

  void Lend(const Lease& lease, absl::Duration expected);
  // The lease will not bring the pair. Harmless if it was counted.
  void Return(uint64_t index, const LeaseId& lease);
  // A lease that ended before this process began: its pairs have been lent once.
  void NotePast(const Lease& lease);

  // The run has ended: who holds what is of no interest any more, what is counted is.
  void Close();

  // How many live leases hold the pair, for checks.
  int Holders(uint64_t index) const;

 private:
  struct Holder {
    LeaseId lease;  // empty: none
    WorkerId worker;
    absl::Time since;
    absl::Duration expected;
  };
  struct Out {
    std::array<Holder, 2> holders;
    int attempts = 0;
  };
  Out& OutAt(uint64_t index);
  void ChooseOverdue(const Request& request, int patience, std::vector<uint64_t>* chosen) const;
  uint64_t Horizon() const;

  uint64_t prefix_;
  uint64_t fresh_;
  uint64_t size_;
  uint64_t ahead_;
  std::optional<uint64_t> open_until_;
  std::map<uint64_t, PairSummary> beyond_;
  std::map<uint64_t, Out> out_;  // lent once or more, not counted
  std::set<uint64_t> lost_;      // of out_: held by no live lease
};

}  // namespace rookery::coordinator
