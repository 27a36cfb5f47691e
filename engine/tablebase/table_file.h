// Whether a Syzygy table's file is what its name and its head say. Pure; any thread.
//
// fathom takes a table's head at its word: of a file that was cut, or is another one, it reads and
// writes wherever that leads. Checked here is all that it computes places from, and that the file
// ends where it must. What lies in the blocks is not looked at, and of a large file's index neither
// is anything: what isn't looked at isn't read either, if the bytes are of a mapped file.
#pragma once

#include <string_view>

#include "absl/status/status.h"
#include "engine/tablebase/table_men.h"
#include "engine/tablebase/table_pairs.h"

namespace rookery::tablebase {

// DataLoss says what was found and, of a number, what was expected; it doesn't name the file.
absl::Status CheckTable(std::string_view bytes, TableKind kind, const TableMen& men);

}  // namespace rookery::tablebase
