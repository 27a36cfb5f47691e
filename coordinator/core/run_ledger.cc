#include "coordinator/core/run_ledger.h"

#include <algorithm>

#include "base/check.h"
#include "coordinator/core/limits.h"

namespace rookery::coordinator {
namespace {

// Outstanding pairs that one search for overdue ones looks at: the front ones matter.
constexpr size_t kMaxOverdueScan = 512;
// How many times a lease's expected duration must have passed before its pairs are lent in
// parallel: while there is other work, and at the tail where there is none.
constexpr int kPatienceInside = 3;
constexpr int kPatienceAtTail = 1;

}  // namespace

PairSummary Summarise(const PairResult& result) {
  PairSummary summary;
  summary.half_points = PairHalfPoints(result.first.result, result.second.result);
  summary.first_points = PairHalfPoints(result.first.result, GameResult::kWhiteWins);
  summary.ends = {result.first.end, result.second.end};
  summary.plies = (result.first.moves.size() + result.second.moves.size()) / 2;
  return summary;
}

std::vector<LeaseId> RunLedger::Count(uint64_t index, const PairSummary& summary) {
  ROOKERY_CHECK(index < size_ && !IsCounted(index));
  beyond_.emplace(index, summary);
  std::vector<LeaseId> holders;
  if (auto out = out_.find(index); out != out_.end()) {
    for (const Holder& holder : out->second.holders) {
      if (!holder.lease.empty()) holders.push_back(holder.lease);
    }
    out_.erase(out);
    lost_.erase(index);
  } else {
    // Counted without having been lent by this ledger: everything below was lent some time.
    for (uint64_t missing = fresh_; missing < index; ++missing) OutAt(missing);
  }
  fresh_ = std::max(fresh_, index + 1);
  return holders;
}

std::optional<PairSummary> RunLedger::TakeConsecutive() {
  const auto first = beyond_.begin();
  if (first == beyond_.end() || first->first != prefix_) return std::nullopt;
  const PairSummary summary = first->second;
  beyond_.erase(first);
  ++prefix_;
  return summary;
}

std::optional<PairSummary> RunLedger::TakeFirst() {
  if (beyond_.empty()) return std::nullopt;
  return beyond_.extract(beyond_.begin()).mapped();
}

void RunLedger::Resize(uint64_t size) {
  ROOKERY_CHECK(size >= fresh_);
  size_ = size;
}

void RunLedger::OpenUntil(uint64_t end) {
  ROOKERY_CHECK(end >= open_until_.value_or(0));
  open_until_ = end;
}

uint64_t RunLedger::Horizon() const {
  return std::min({size_, prefix_ + ahead_, open_until_.value_or(size_)});
}

void RunLedger::ChooseOverdue(const Request& request, int patience,
                              std::vector<uint64_t>* chosen) const {
  size_t scanned = 0;
  for (const auto& [index, out] : out_) {
    if (chosen->size() >= request.most || ++scanned > kMaxOverdueScan) return;
    const Holder& first = out.holders[0];
    const bool held_once = !first.lease.empty() && out.holders[1].lease.empty();
    if (!held_once || first.worker == request.worker) continue;
    if (request.now - first.since >= request.grace + patience * first.expected) {
      chosen->push_back(index);
    }
  }
}

RunLedger::Loan RunLedger::Choose(const Request& request) const {
  Loan loan;
  for (const uint64_t index : lost_) {
    if (loan.pairs.size() >= request.most) break;
    loan.pairs.push_back(index);
  }
  ChooseOverdue(request, kPatienceInside, &loan.pairs);
  for (uint64_t index = fresh_; index < Horizon() && loan.pairs.size() < request.most; ++index) {
    loan.pairs.push_back(index);
  }
  if (loan.pairs.empty()) ChooseOverdue(request, kPatienceAtTail, &loan.pairs);
  std::sort(loan.pairs.begin(), loan.pairs.end());
  for (const uint64_t index : loan.pairs) {
    if (const auto out = out_.find(index); out != out_.end()) {
      loan.attempt = std::max(loan.attempt, out->second.attempts + 1);
    }
  }
  return loan;
}

uint64_t RunLedger::NotLent() const {
  return lost_.size() + (Horizon() > fresh_ ? Horizon() - fresh_ : 0);
}

uint64_t RunLedger::Available(const Request& request) const {
  if (const uint64_t plain = NotLent(); plain > 0) return plain;
  std::vector<uint64_t> overdue;
  ChooseOverdue(request, kPatienceAtTail, &overdue);
  return overdue.size();
}

RunLedger::Out& RunLedger::OutAt(uint64_t index) {
  // Indices that are skipped have been lent before our time and are lost now.
  for (; fresh_ <= index; ++fresh_) {
    out_.try_emplace(fresh_);
    lost_.insert(fresh_);
  }
  return out_.try_emplace(index).first->second;
}

void RunLedger::Lend(const Lease& lease, absl::Duration expected) {
  for (const uint64_t index : lease.pairs) {
    if (IsCounted(index)) continue;  // a loaded lease may hold pairs that were reported
    Out& out = OutAt(index);
    Holder& holder = out.holders[out.holders[0].lease.empty() ? 0 : 1];
    ROOKERY_CHECK(holder.lease.empty());
    holder = {lease.id, lease.worker, lease.granted, expected};
    out.attempts = std::max(out.attempts + 1, lease.attempt);
    lost_.erase(index);
  }
}

void RunLedger::Return(uint64_t index, const LeaseId& lease) {
  const auto found = out_.find(index);
  if (found == out_.end()) return;
  auto& holders = found->second.holders;
  if (holders[1].lease == lease) holders[1] = {};
  if (holders[0].lease == lease) {
    holders[0] = holders[1];
    holders[1] = {};
  }
  if (holders[0].lease.empty()) lost_.insert(index);
}

void RunLedger::NotePast(const Lease& lease) {
  for (const uint64_t index : lease.pairs) {
    if (IsCounted(index)) continue;
    Out& out = OutAt(index);
    out.attempts = std::max(out.attempts, lease.attempt);
    if (out.holders[0].lease.empty()) lost_.insert(index);
  }
}

void RunLedger::Close() {
  out_.clear();
  lost_.clear();
}

int RunLedger::Holders(uint64_t index) const {
  const auto found = out_.find(index);
  if (found == out_.end()) return 0;
  int count = 0;
  for (const Holder& holder : found->second.holders) count += holder.lease.empty() ? 0 : 1;
  return count;
}

}  // namespace rookery::coordinator
