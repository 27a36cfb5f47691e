// Games of rows that lie in blocks of their run, put into the records that were read, for every
// kind of store alike. Pure functions; any thread.
#pragma once

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "coordinator/core/run_ledger.h"
#include "coordinator/store/store.h"

namespace rookery::coordinator {

// What the columns of a row say of its games: results and ends, and nothing else. The record is
// marked as one without games.
void FillFromSummary(const PairSummary& summary, PairRecord* record);

// The indices between which records are without games; begin == end: none is.
struct IndexRange {
  uint64_t begin = 0;
  uint64_t end = 0;
};
IndexRange WithoutGames(const std::vector<PairRecord>& records);

// `records` in index order; those that have games are left as they are. DataLoss for a block that
// can't be read.
absl::Status FillFromBlocks(const std::vector<std::string>& blocks, PairQuery::Games games,
                            std::vector<PairRecord>* records);

}  // namespace rookery::coordinator
