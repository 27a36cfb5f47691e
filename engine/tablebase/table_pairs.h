// The head of one part of a Syzygy table: how its values are coded, and how much room that takes.
// Pure; any thread.
//
// Values are coded as symbols, each a value or a pair of symbols; symbols are bits, by a canonical
// Huffman code; bits lie in blocks of one size. An index says, for every 2^index_bits positions,
// where the middle one of them is.
#pragma once

#include <cstdint>

#include "absl/status/statusor.h"
#include "engine/tablebase/table_bytes.h"

namespace rookery::tablebase {

enum class TableKind { kWdl, kDtz };

struct TablePairs {
  uint32_t flags = 0;
  uint64_t positions = 0;
  bool constant = false;  // one value for all positions: nothing else is stored
  uint32_t block_bits = 0;
  uint32_t index_bits = 0;
  uint64_t blocks = 0;
  uint64_t padded_blocks = 0;  // and those that are only in the table of sizes
  uint32_t largest_value = 0;

  uint64_t index_entries() const {
    return constant ? 0 : (positions + (uint64_t{1} << index_bits) - 1) >> index_bits;
  }
  uint64_t data_bytes() const { return blocks << block_bits; }
};

// DataLoss for what fathom would read or write out of bounds on. What ended before its end is told
// by `from` alone.
absl::StatusOr<TablePairs> ReadPairs(TableBytes& from, TableKind kind, uint64_t positions);

}  // namespace rookery::tablebase
