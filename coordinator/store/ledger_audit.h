// The audit of a ledger: every figure that is stored with a run computed again from its rows, every
// game unpacked. Reads the whole ledger. One thread.
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
