#include "engine/tablebase/table_file.h"

#include <vector>

#include "base/status.h"
#include "engine/tablebase/table_index.h"

namespace rookery::tablebase {
namespace {

constexpr uint32_t kWdlMagic = 0x5d23e871;
constexpr uint32_t kDtzMagic = 0xa50c66d7;
constexpr uint32_t kSplit = 1;  // flags of a table: both sides to move are stored
constexpr uint32_t kPawns = 2;
constexpr uint32_t kMapped = 2;  // flags of a part of DTZ: its values are places in a map
constexpr uint32_t kWide = 16;   // of two bytes
constexpr size_t kSum = 16;      // bytes at the end
constexpr size_t kUnit = 64;

absl::Status Cut(size_t size) {
  return Error(absl::StatusCode::kDataLoss, "{} bytes, in which its head doesn't end", size);
}

// The orders and men of all parts come first, two parts side by side if it is split.
absl::StatusOr<std::vector<uint64_t>> ReadMen(TableBytes& from, const TableMen& men, bool split) {
  std::vector<uint64_t> positions;
  for (int file = 0; file < (men.leading_pawns > 0 ? 4 : 1); ++file) {
    TablePart parts[2];
    const uint32_t order = from.Take(1);
    const uint32_t other = men.other_pawns > 0 ? from.Take(1) : 0xff;
    for (int side = 0; side < 2; ++side) {
      parts[side].order = static_cast<int>(order >> (4 * side) & 15);
      parts[side].other_order = static_cast<int>(other >> (4 * side) & 15);
    }
    for (size_t i = 0; i < men.all; ++i) {
      const uint32_t man = from.Take(1);
      for (int side = 0; side < 2; ++side) {
        parts[side].men.push_back(static_cast<int>(man >> (4 * side) & 15));
      }
    }
    for (int side = 0; side < (split ? 2 : 1); ++side) {
      ROOKERY_ASSIGN_OR_RETURN(positions.emplace_back(), PositionsOf(men, parts[side], file));
    }
  }
  from.AlignTo(2);
  return positions;
}

// What a DTZ table's values stand for, by who wins: four maps a part. A value is looked up in them
// unasked, so that the last map must be followed by so many bytes as the largest value needs.
absl::Status SkipMaps(TableBytes& from, const std::vector<TablePairs>& parts, size_t size) {
  for (const TablePairs& part : parts) {
    if ((part.flags & kMapped) == 0) continue;
    const size_t width = (part.flags & kWide) != 0 ? 2 : 1;
    if (width == 2) from.AlignTo(2);
    for (int map = 0; map < 4; ++map) {
      const uint32_t values = from.Take(width);
      if (from.at() + (part.largest_value + 1) * width > size) {
        return Error(absl::StatusCode::kDataLoss, "a value is in none of its maps");
      }
      from.Skip(values * width);
    }
  }
  from.AlignTo(2);
  return absl::OkStatus();
}

absl::Status CheckBeginning(std::string_view bytes, TableKind kind, TableBytes& from) {
  if (bytes.size() % kUnit != kSum) {
    return Error(absl::StatusCode::kDataLoss,
                 "{} bytes, and every table has {} more than a multiple of {}", bytes.size(), kSum,
                 kUnit);
  }
  const uint32_t magic = from.Take(4);
  if (magic != (kind == TableKind::kWdl ? kWdlMagic : kDtzMagic)) {
    return Error(absl::StatusCode::kDataLoss, "it begins like none of this kind");
  }
  return absl::OkStatus();
}

}  // namespace

absl::Status CheckTable(std::string_view bytes, TableKind kind, const TableMen& men) {
  TableBytes from(bytes);
  ROOKERY_RETURN_IF_ERROR(CheckBeginning(bytes, kind, from));
  const uint32_t flags = from.Take(1);
  const bool split = kind == TableKind::kWdl && (flags & kSplit) != 0;
  if ((kind == TableKind::kWdl && split == men.symmetric) ||
      ((flags & kPawns) != 0) != (men.leading_pawns > 0)) {
    return Error(absl::StatusCode::kDataLoss, "its flags ({:#x}) are not those of its name", flags);
  }
  ROOKERY_ASSIGN_OR_RETURN(const auto positions, ReadMen(from, men, split));
  std::vector<TablePairs> parts;
  for (const uint64_t one : positions) {
    ROOKERY_ASSIGN_OR_RETURN(parts.emplace_back(), ReadPairs(from, kind, one));
    if (from.ended()) return Cut(bytes.size());
  }
  if (kind == TableKind::kDtz) ROOKERY_RETURN_IF_ERROR(SkipMaps(from, parts, bytes.size()));
  if (from.ended()) return Cut(bytes.size());
  return CheckBody(bytes, from.at(), parts);
}

}  // namespace rookery::tablebase
