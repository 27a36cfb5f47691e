#include "engine/tablebase/table_men.h"

#include <algorithm>

#include "base/status.h"

namespace rookery::tablebase {
namespace {

constexpr int kPawn = 1;
constexpr int kKing = 6;
constexpr int kBlack = 8;
constexpr size_t kMostMen = 7;  // fathom's

uint64_t Choose(uint64_t of, uint64_t count) {
  if (count > of) return 0;
  uint64_t ways = 1;
  for (uint64_t i = 0; i < count; ++i) ways = ways * (of - i) / (i + 1);
  return ways;
}

// Placements of pawns of one side of which the leading one is on that file. From each of its
// squares on there are so many left for the others: 47 on a2, 45 on a3, and 12 fewer a file.
uint64_t LeadingPawns(uint64_t count, int file) {
  uint64_t ways = 0;
  for (int rank = 0; rank < 6; ++rank) {
    ways += Choose(static_cast<uint64_t>(47 - 12 * file - 2 * rank), count - 1);
  }
  return ways;
}

absl::Status CheckMen(const TableMen& men, const std::vector<int>& part) {
  std::array<int, 16> count{};
  for (size_t i = 0; i < part.size(); ++i) {
    const auto code = static_cast<size_t>(part[i]);
    if (count[code] > 0 && part[i - 1] != part[i]) {
      return Error(absl::StatusCode::kDataLoss, "its men are out of order");
    }
    ++count[code];
  }
  if (count != men.count) {
    return Error(absl::StatusCode::kDataLoss, "its men are not those of its name");
  }
  const auto kind = [&](size_t at) { return part[at] % kBlack; };
  const auto is_pawns = [&](size_t at, size_t pawns) {
    return kind(at) == kPawn && count[static_cast<size_t>(part[at])] == static_cast<int>(pawns);
  };
  const bool led = men.leading_pawns > 0
                       ? is_pawns(0, men.leading_pawns) &&
                             (men.other_pawns == 0 || is_pawns(men.leading_pawns, men.other_pawns))
                       : !men.only_kings_unique || (kind(0) == kKing && kind(1) == kKing);
  if (led) return absl::OkStatus();
  return Error(absl::StatusCode::kDataLoss, "its men don't begin with {}",
               men.leading_pawns > 0 ? "the pawns" : "the kings");
}

}  // namespace

std::optional<TableMen> MenOfName(std::string_view name) {
  constexpr std::string_view kLetters = " PNBRQK";
  TableMen men;
  int side = 0;
  for (const char letter : name) {
    const size_t kind = kLetters.find(letter);
    if (letter == 'v' && side == 0) {
      side = kBlack;
    } else if (kind != std::string_view::npos && kind > 0) {
      ++men.count[kind + static_cast<size_t>(side)];
      ++men.all;
    } else {
      return std::nullopt;
    }
  }
  if (men.count[kKing] != 1 || men.count[kKing + kBlack] != 1) return std::nullopt;
  if (men.all < 3 || men.all > kMostMen) return std::nullopt;
  const auto [fewer, more] = std::minmax(men.count[kPawn], men.count[kPawn + kBlack]);
  men.leading_pawns = static_cast<size_t>(fewer > 0 ? fewer : more);
  men.other_pawns = static_cast<size_t>(fewer > 0 ? more : 0);
  men.symmetric = std::equal(&men.count[kPawn], &men.count[kKing], &men.count[kPawn + kBlack]);
  men.only_kings_unique = std::count(men.count.begin(), men.count.end(), 1) == 2;
  return men;
}

absl::StatusOr<uint64_t> PositionsOf(const TableMen& men, const TablePart& part, int file) {
  ROOKERY_RETURN_IF_ERROR(CheckMen(men, part.men));
  const bool pawns = men.leading_pawns > 0;
  size_t placed = pawns ? men.leading_pawns + men.other_pawns : men.only_kings_unique ? 2 : 3;
  uint64_t positions = 1;
  uint64_t free = 64 - placed;
  bool leading = false;
  bool other = men.other_pawns == 0;
  for (int turn = 0;
       placed < part.men.size() || turn == part.order || (!other && turn == part.other_order);
       ++turn) {
    if (turn == part.order) {
      leading = true;
      // Two kings, not side by side, or three men, each up to the board's symmetries.
      positions *= pawns                   ? LeadingPawns(men.leading_pawns, file)
                   : men.only_kings_unique ? 462
                                           : 31'332;
    } else if (!other && turn == part.other_order) {
      other = true;
      positions *= Choose(48 - men.leading_pawns, men.other_pawns);
    } else {
      const auto twins =
          static_cast<size_t>(std::count(part.men.begin() + static_cast<std::ptrdiff_t>(placed),
                                         part.men.end(), part.men[placed]));
      positions *= Choose(free, twins);
      free -= twins;
      placed += twins;
    }
  }
  if (leading && other) return positions;
  return Error(absl::StatusCode::kDataLoss, "its order of men is none");
}

}  // namespace rookery::tablebase
