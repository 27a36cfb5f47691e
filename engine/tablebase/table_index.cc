#include "engine/tablebase/table_index.h"

#include "base/status.h"
#include "engine/tablebase/table_bytes.h"

namespace rookery::tablebase {
namespace {

constexpr uint64_t kEntry = 6;  // bytes: a block, and which of its values
constexpr uint64_t kSize = 2;   // how many values a block has, less one
constexpr uint64_t kUnit = 64;
constexpr uint64_t kSum = 16;

uint64_t Aligned(uint64_t at) { return (at + kUnit - 1) / kUnit * kUnit; }

// Each entry of the index must be where its position is if one counts the values of all blocks
// before; else whoever goes on from there leaves the table.
absl::Status CheckIndex(TableBytes index, TableBytes sizes, const TablePairs& part) {
  uint64_t block = 0;
  uint64_t begins = 0;  // the first value of `block`
  uint64_t stored = 0;  // values of all blocks
  TableBytes all = sizes;
  for (uint64_t i = 0; i < part.blocks; ++i) stored += all.Take(kSize) + 1;
  if (stored < part.positions) {
    return Error(absl::StatusCode::kDataLoss, "its blocks have {} values, not {}", stored,
                 part.positions);
  }
  uint64_t position = uint64_t{1} << (part.index_bits - 1);
  for (uint64_t i = 0; i < part.index_entries(); ++i, position += uint64_t{1} << part.index_bits) {
    const uint64_t wanted = index.Take(4);
    const uint64_t value = index.Take(2);
    if (wanted < block || wanted >= part.padded_blocks) {
      return Error(absl::StatusCode::kDataLoss, "its index names block {} of {}", wanted,
                   part.padded_blocks);
    }
    for (; block < wanted; ++block) begins += sizes.Take(kSize) + 1;
    if (begins + value != position) {
      return Error(absl::StatusCode::kDataLoss, "its index has position {} at the place of {}",
                   position, begins + value);
    }
  }
  return absl::OkStatus();
}

}  // namespace

absl::Status CheckBody(std::string_view bytes, size_t at, const std::vector<TablePairs>& parts) {
  uint64_t indices = 0;
  uint64_t sizes = 0;
  for (const TablePairs& part : parts) {
    indices += kEntry * part.index_entries();
    sizes += kSize * part.padded_blocks;
  }
  uint64_t end = Aligned(at + indices + sizes);
  for (const TablePairs& part : parts) end = Aligned(end + part.data_bytes());
  if (end + kSum != bytes.size()) {
    return Error(absl::StatusCode::kDataLoss, "{} bytes, and its head says {}", bytes.size(),
                 end + kSum);
  }
  if (indices + sizes > kMostRead) return absl::OkStatus();
  TableBytes index(bytes);
  index.Skip(at);
  TableBytes values(bytes);
  values.Skip(at + indices);
  for (const TablePairs& part : parts) {
    if (part.constant) continue;
    ROOKERY_RETURN_IF_ERROR(CheckIndex(index, values, part));
    index.Skip(kEntry * part.index_entries());
    values.Skip(kSize * part.padded_blocks);
  }
  return absl::OkStatus();
}

}  // namespace rookery::tablebase
