// The audit of a ledger: the figures that are stored with runs and workers computed again from its
// rows, every game unpacked. Reads the whole ledger. One thread.
//
// What the rows don't give is taken as it stands: core time (of runs and workers), pairs that were
// reported twice, pairs after the verdict, and what was voided of an ended run's totals. Of audits
// by replay, disagreements are compared with their rows from below, agreements too once pairs of
// the run were voided.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "coordinator/store/store.h"

namespace rookery::coordinator {

struct LedgerAudit {
  uint64_t runs = 0;
  uint64_t pairs = 0;  // that count
  uint64_t voided = 0;
  std::vector<std::string>
      faults;  // a line each, at most kMostFaults; none: all is as it should be
};
inline constexpr size_t kMostFaults = 100;

absl::StatusOr<LedgerAudit> AuditLedger(Store* store);

}  // namespace rookery::coordinator
