// What follows the head of a Syzygy table: the parts' indices, the tables of how many values each
// block has, the blocks. Pure; any thread.
#pragma once

#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "engine/tablebase/table_pairs.h"

namespace rookery::tablebase {

// Whether all of it fits the file exactly, from byte `at` on; and, if indices and sizes are small
// (kMostRead), whether each position is in a block. DataLoss else.
constexpr uint64_t kMostRead = uint64_t{256} * 1024;
absl::Status CheckBody(std::string_view bytes, size_t at, const std::vector<TablePairs>& parts);

}  // namespace rookery::tablebase
