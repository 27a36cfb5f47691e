// The openings of a Polyglot book: the positions that its moves lead to from the start position,
// after a number of plies or where the book knows no further move. No position comes twice, and the
// order (breadth first, heavier moves first) depends on the book alone.
// Built once, 8 bytes a position; const access from any thread. Doesn't keep the book.
#pragma once

#include <cstdint>
#include <vector>

#include "absl/status/statusor.h"
#include "engine/openings/polyglot.h"

namespace rookery::openings {

class PolyglotTree {
 public:
  static constexpr size_t kMostPositions = size_t{1} << 23;

  // `plies` 0: as deep as the book goes. InvalidArgument if the book doesn't know the start
  // position; ResourceExhausted for more than kMostPositions.
  static absl::StatusOr<PolyglotTree> Build(const PolyglotBook& book, int plies);

  size_t size() const { return ends_.size(); }
  // From the start position to opening 0 to size() - 1.
  std::vector<chess::Move> MovesTo(size_t index) const { return Path(ends_[index]); }
  // Entries met with a move that isn't legal in its position.
  uint64_t illegal() const { return illegal_; }

 private:
  struct Node {
    uint32_t parent = 0;
    chess::Move move;
  };
  std::vector<chess::Move> Path(uint32_t node) const;

  std::vector<Node> nodes_;  // the root first
  std::vector<uint32_t> ends_;
  uint64_t illegal_ = 0;
};

}  // namespace rookery::openings
