// The reading half of the SQL stores: the start, and pages for people; see store.h for what each
// promises. Pure but for the source; one thread at a time per source.
#pragma once

#include <vector>

#include "absl/status/statusor.h"
#include "coordinator/store/sql.h"
#include "coordinator/store/store.h"

namespace rookery::coordinator {

absl::StatusOr<LoadedState> LoadState(SqlSource* source);
absl::StatusOr<std::vector<PairRecord>> SelectPairs(SqlSource* source, const PairQuery& query);
absl::StatusOr<std::vector<uint64_t>> SelectDisputed(SqlSource* source, const RunId& run,
                                                     uint64_t from, uint64_t to);
absl::StatusOr<std::vector<LedgerRow>> SelectRows(SqlSource* source, const RunId& run,
                                                  const WorkerId& worker);
absl::StatusOr<RowCounts> SelectRowCounts(SqlSource* source);
absl::StatusOr<std::vector<DuelRow>> SelectDuels(SqlSource* source, const RunId& run, uint64_t from,
                                                 size_t count);
absl::StatusOr<std::vector<RunEvent>> SelectRunEvents(SqlSource* source, const RunId& run,
                                                      size_t count);
absl::StatusOr<std::vector<Action>> SelectActions(SqlSource* source, uint64_t before, size_t count);

}  // namespace rookery::coordinator
