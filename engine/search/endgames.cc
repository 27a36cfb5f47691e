// What endgame tables know: which moves of the root keep what can be had, and who wins in the tree.
#include <algorithm>
#include <vector>

#include "engine/search/searcher.h"

namespace rookery::search {
namespace {

using chess::Move;
using tablebase::RankedMove;
using tablebase::Wdl;

// Whether a position came up twice since the last zeroing move.
bool HasRepeated(const chess::Game& game) {
  const std::vector<uint64_t>& past = game.past_keys();
  const size_t back = std::min(past.size(), static_cast<size_t>(game.position().halfmove_clock()));
  std::vector<uint64_t> keys(past.end() - static_cast<ptrdiff_t>(back), past.end());
  keys.push_back(game.position().key());
  std::sort(keys.begin(), keys.end());
  return std::adjacent_find(keys.begin(), keys.end()) != keys.end();
}

}  // namespace

// Leaves the moves that keep what can be had. With distances nothing is looked up in the tree:
// every move that is left wins there, and the search must find the mate. Without them the tree is
// told of the next zeroing move.
void Searcher::RankRoot(const chess::Game& game) {
  if (chess::Count(game.position().occupied()) > endgames_.most_men) return;
  const tablebase::RankedRoot ranked =
      endgames_.tables->RankRoot(game.position(), HasRepeated(game), endgames_.fifty_moves);
  int best = INT_MIN;
  for (const RankedMove& one : ranked.moves) {
    const bool wanted = std::any_of(root_moves_.begin(), root_moves_.end(),
                                    [&](const RootMove& root) { return root.move == one.move; });
    if (wanted) best = std::max(best, one.rank);
  }
  if (best == INT_MIN) return;
  table_hits_ += static_cast<int64_t>(ranked.moves.size());
  std::erase_if(root_moves_, [&](const RootMove& root) {
    return std::none_of(ranked.moves.begin(), ranked.moves.end(), [&](const RankedMove& one) {
      return one.move == root.move && one.rank == best;
    });
  });
  probing_ = !ranked.by_distance && best > 0;
}

bool Searcher::ProbeTables(const Node& node, int& score) {
  const Frame& frame = FrameAt(node.ply);
  const int men = chess::Count(frame.position.occupied());
  const int most = std::min(endgames_.most_men, endgames_.tables->most_men());
  if (men > most || (men == most && node.depth < endgames_.probe_depth) || !frame.excluded.none()) {
    return false;
  }
  const std::optional<Wdl> wdl = endgames_.tables->ProbeWdl(frame.position);
  if (!wdl.has_value()) return false;
  ++table_hits_;
  const int least = endgames_.fifty_moves ? static_cast<int>(Wdl::kWin) : 1;  // that wins
  const int value = static_cast<int>(*wdl);
  Bound bound = Bound::kExact;
  score = kDrawScore;
  if (value >= least) {
    score = kTableWin - node.ply;
    bound = Bound::kLower;
  } else if (value <= -least) {
    score = -kTableWin + node.ply;
    bound = Bound::kUpper;
  }
  TableEntry entry;
  entry.score = score;
  entry.evaluation = kNoScore;
  // What is known for certain is kept in the hash table as if it had been searched deeper.
  entry.depth = std::min(node.depth + constants_[params::Constant::kTablebaseDepth], kMaxPly - 1);
  entry.bound = bound;
  entry.was_pv = node.pv;
  table_->Store(frame.position.key(), node.ply, entry);
  return true;
}

}  // namespace rookery::search
