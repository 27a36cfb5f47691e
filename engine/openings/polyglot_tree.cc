#include "engine/openings/polyglot_tree.h"

#include <algorithm>

#include "absl/container/flat_hash_set.h"
#include "base/status.h"

namespace rookery::openings {

using chess::Move;
using chess::Position;

std::vector<Move> PolyglotTree::Path(uint32_t node) const {
  std::vector<Move> moves;
  for (; node != 0; node = nodes_[node].parent) moves.push_back(nodes_[node].move);
  std::reverse(moves.begin(), moves.end());
  return moves;
}

absl::StatusOr<PolyglotTree> PolyglotTree::Build(const PolyglotBook& book, int plies) {
  PolyglotTree tree;
  tree.nodes_.emplace_back();
  absl::flat_hash_set<uint64_t> seen = {Position::Start().key()};
  for (uint32_t node = 0; node < tree.nodes_.size(); ++node) {
    const std::vector<Move> path = tree.Path(node);
    if (plies > 0 && path.size() == static_cast<size_t>(plies)) {
      tree.ends_.push_back(node);
      continue;
    }
    Position position = Position::Start();
    uint64_t key = PolyglotKey(position);
    for (size_t i = 0; i < path.size(); ++i) {
      if (i + 1 == path.size()) key = PolyglotKeyAfter(position, path[i]);
      position.Play(path[i]);
    }
    const PolyglotBook::Found found = book.Find(position, key);
    tree.illegal_ += static_cast<uint64_t>(found.illegal);
    if (found.moves.empty()) {
      if (node == 0) {
        return absl::InvalidArgumentError("a Polyglot book that doesn't know the start position");
      }
      tree.ends_.push_back(node);
    }
    for (const PolyglotMove& next : found.moves) {
      Position after = position;
      after.Play(next.move);
      if (!seen.insert(after.key()).second) continue;
      if (tree.nodes_.size() == kMostPositions) {
        return Error(absl::StatusCode::kResourceExhausted,
                     "a Polyglot book of more than {} positions; read fewer plies of it",
                     kMostPositions);
      }
      tree.nodes_.push_back({node, next.move});
    }
  }
  return tree;
}

}  // namespace rookery::openings
