// Statistics over the consecutive pairs of a run: never over whatever came first. The fold looks
// at the test's bounds at every decide_every-th index and at the last one, so the verdict doesn't
// depend on how reports were cut. Where it looks only every few pairs the bounds are drawn in by
// the dynamic overshoot correction, whose state is part of the totals. Where pairs were voided that
// it had looked at, the bounds lie further out (ChargeVoid). Pure; one thread at a time.
#pragma once

#include <functional>
#include <optional>

#include "absl/status/statusor.h"
#include "coordinator/core/planted_fault.h"
#include "coordinator/core/run_ledger.h"
#include "coordinator/core/types.h"
#include "coordinator/stats/sprt.h"

namespace rookery::coordinator {

class RunFold {
 public:
  // InvalidArgument, naming the field, for bounds that make no test.
  static absl::StatusOr<RunFold> Create(const RunSpec& spec);

  enum class Outcome { kOpen, kDecided, kExhausted };
  // Moves the ledger's consecutive pairs into the totals until a verdict falls or none is left.
  // `folded` hears of each pair that moved, in index order.
  using OnFolded = std::function<void(uint64_t index, const PairSummary& pair)>;
  Outcome Advance(RunLedger* ledger, RunTotals* totals, PlantedFault planted = PlantedFault::kNone,
                  const OnFolded& folded = {}) const;

  // Of the pairs looked at so far, whose counts these are, that many will be others: the test's
  // bounds move out by what that costs. Without effect where there is no test.
  void ChargeVoid(const stats::Pentanomial& looked_at, uint64_t replaced, RunTotals* totals) const;

 private:
  void Look(uint64_t every, RunTotals* totals) const;

  RunFold(std::optional<stats::Sprt> sprt, uint64_t every, uint64_t size)
      : sprt_(sprt), every_(every), size_(size) {}

  std::optional<stats::Sprt> sprt_;
  uint64_t every_;
  uint64_t size_;
};

}  // namespace rookery::coordinator
