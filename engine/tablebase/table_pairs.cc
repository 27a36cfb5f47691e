#include "engine/tablebase/table_pairs.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "base/status.h"

namespace rookery::tablebase {
namespace {

constexpr uint32_t kConstant = 0x80;
constexpr uint32_t kValue = 0xfff;  // as second half: the first one is no symbol but a value
constexpr uint32_t kMostSymbols = kValue;
constexpr uint32_t kLongestCode = 32;     // bits
constexpr uint32_t kMostBits = 30;        // of an index's or a block's size; fathom counts in int
constexpr uint32_t kLongestSymbol = 256;  // values; fathom counts them in a byte, less one
constexpr uint32_t kBestWdl = 4;

struct Symbol {
  uint32_t first = 0;
  uint32_t second = kValue;
  uint32_t length = 0;  // in values; 0 while it isn't known
};

absl::Status Lost(const char* what) { return Error(absl::StatusCode::kDataLoss, "{}", what); }

// How many values each symbol stands for: those of its halves, which must come to an end.
absl::Status CheckSymbols(std::vector<Symbol>& symbols) {
  for (const Symbol& one : symbols) {
    if (one.second == kValue) continue;
    if (std::max(one.first, one.second) >= symbols.size()) {
      return Lost("a symbol's half is no symbol");
    }
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (Symbol& one : symbols) {
      if (one.length > 0) continue;
      if (one.second == kValue) {
        one.length = 1;
      } else if (symbols[one.first].length > 0 && symbols[one.second].length > 0) {
        one.length = symbols[one.first].length + symbols[one.second].length;
      }
      if (one.length > kLongestSymbol) return Lost("a symbol is too long");
      changed = changed || one.length > 0;
    }
  }
  for (const Symbol& one : symbols) {
    if (one.length == 0) return Lost("a symbol is a part of itself");
  }
  return absl::OkStatus();
}

// A canonical code: the codes of `shortest` bits are the highest ones, and the first of each length
// follows from how many longer ones there are. `first`: the first symbol of each length.
absl::Status CheckCodes(const std::vector<uint32_t>& first, uint32_t shortest, size_t symbols) {
  std::vector<uint64_t> lowest(first.size(), 0);  // code of each length, as 32 bits
  uint64_t code = 0;
  for (size_t i = first.size() - 1; i > 0; --i) {
    if (first[i - 1] < first[i]) return Lost("its codes are out of order");
    code = (code + first[i - 1] - first[i]) / 2;
    lowest[i - 1] = code << (kLongestCode - shortest - (i - 1));
  }
  uint64_t end = uint64_t{1} << kLongestCode;
  for (size_t i = 0; i < first.size(); ++i) {
    if (lowest[i] > end) return Lost("its codes overlap");
    const uint64_t codes = (end - lowest[i] + (uint64_t{1} << (kLongestCode - shortest - i)) - 1) >>
                           (kLongestCode - shortest - i);
    if (first[i] + codes > symbols) return Lost("a code stands for no symbol");
    end = lowest[i];
  }
  return absl::OkStatus();
}

absl::Status ReadSymbols(TableBytes& from, size_t count, TableKind kind, TablePairs& pairs) {
  std::vector<Symbol> symbols(count);
  for (Symbol& one : symbols) {
    const uint32_t halves = from.Take(3);
    one.first = halves & kValue;
    one.second = halves >> 12;
    if (one.second == kValue) pairs.largest_value = std::max(pairs.largest_value, one.first);
  }
  if (from.ended()) return absl::OkStatus();
  if (kind == TableKind::kWdl && pairs.largest_value > kBestWdl) {
    return Lost("a value is neither win, draw nor loss");
  }
  return CheckSymbols(symbols);
}

}  // namespace

absl::StatusOr<TablePairs> ReadPairs(TableBytes& from, TableKind kind, uint64_t positions) {
  TablePairs pairs;
  pairs.positions = positions;
  pairs.flags = from.Take(1);
  pairs.block_bits = from.Take(1);
  if (pairs.constant = (pairs.flags & kConstant) != 0; pairs.constant) {
    const uint32_t value = std::exchange(pairs.block_bits, 0);
    if (kind == TableKind::kDtz || value <= kBestWdl) return pairs;
    return Lost("its value is neither win, draw nor loss");
  }
  pairs.index_bits = from.Take(1);
  const uint32_t padding = from.Take(1);
  pairs.blocks = from.Take(4);
  pairs.padded_blocks = pairs.blocks + padding;
  const uint32_t longest = from.Take(1);
  const uint32_t shortest = from.Take(1);
  if (from.ended()) return pairs;
  if (pairs.blocks == 0 || pairs.block_bits > kMostBits || pairs.index_bits == 0 ||
      pairs.index_bits > kMostBits) {
    return Lost("its blocks are of no possible size");
  }
  if (shortest == 0 || shortest > longest || longest > kLongestCode) {
    return Lost("its codes are of no possible length");
  }
  std::vector<uint32_t> first(longest - shortest + 1);
  for (uint32_t& one : first) one = from.Take(2);
  const uint32_t symbols = from.Take(2);
  if (symbols > kMostSymbols) return Lost("it has too many symbols");
  ROOKERY_RETURN_IF_ERROR(ReadSymbols(from, symbols, kind, pairs));
  if (symbols % 2 != 0) from.Skip(1);
  if (from.ended()) return pairs;
  ROOKERY_RETURN_IF_ERROR(CheckCodes(first, shortest, symbols));
  return pairs;
}

}  // namespace rookery::tablebase
