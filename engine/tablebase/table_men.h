// Whose men a Syzygy table is of, and how many positions a part of it numbers. Pure; any thread.
//
// A table's name is its men: KRPvKR. A part is what is stored for one side to move, of pawns on one
// file if there are pawns; it says in what order it numbers the men's squares.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"

namespace rookery::tablebase {

constexpr int kNoOrder = 15;  // of pawns that there are none of

struct TableMen {
  // How many of each, by the format's codes: 1 to 6 are pawn to king of the side named first (as
  // White), 9 to 14 of the other.
  std::array<int, 16> count{};
  size_t all = 0;
  size_t leading_pawns = 0;  // of the side that has fewer, but any
  size_t other_pawns = 0;
  bool symmetric = false;
  bool only_kings_unique = false;  // every other man has a twin
};

// None for what fathom opens no file of: no such name, or more than seven men.
std::optional<TableMen> MenOfName(std::string_view name);

struct TablePart {
  int order = 0;               // the turn of the leading men
  int other_order = kNoOrder;  // and of the other side's pawns
  std::vector<int> men;        // codes, like ones together
};

// `file`: of the leading pawns, 0 for a to 3 for d. DataLoss if the part can't be of these men.
absl::StatusOr<uint64_t> PositionsOf(const TableMen& men, const TablePart& part, int file);

}  // namespace rookery::tablebase
