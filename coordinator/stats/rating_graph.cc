#include "coordinator/stats/rating_graph.h"

#include <algorithm>
#include <numeric>

namespace rookery::stats {
namespace {

constexpr uint32_t kNone = UINT32_MAX;

// Edges from each player to those whom it scored against.
struct Edges {
  std::vector<uint32_t> begin;  // one more than players
  std::vector<uint32_t> to;
};

template <typename Visit>
void ForEachEdge(const RatingInput& input, Visit visit) {
  for (const Meeting& m : input.meetings) {
    if (m.wins > 0 || m.draws > 0) visit(m.white, m.black);
    if (m.losses > 0 || m.draws > 0) visit(m.black, m.white);
  }
}

Edges MakeEdges(const RatingInput& input) {
  Edges edges;
  edges.begin.assign(input.players + 1, 0);
  ForEachEdge(input, [&](uint32_t from, uint32_t) { ++edges.begin[from + 1]; });
  std::partial_sum(edges.begin.begin(), edges.begin.end(), edges.begin.begin());
  edges.to.resize(edges.begin.back());
  std::vector<uint32_t> next(edges.begin.begin(), edges.begin.end() - 1);
  ForEachEdge(input, [&](uint32_t from, uint32_t to) { edges.to[next[from]++] = to; });
  return edges;
}

// Tarjan's algorithm with a stack of its own, because a chain of players may be long.
class StrongSets {
 public:
  explicit StrongSets(const Edges& edges)
      : edges_(edges),
        set_(edges.begin.size() - 1, kNone),
        order_(set_.size(), kNone),
        lowest_(set_.size(), 0) {
    for (uint32_t player = 0; player < set_.size(); ++player) {
      if (order_[player] == kNone) Search(player);
    }
  }
  const std::vector<uint32_t>& set() const { return set_; }
  uint32_t sets() const { return sets_; }

 private:
  struct Frame {
    uint32_t player;
    uint32_t edge;
  };

  void Enter(uint32_t player, std::vector<Frame>& calls) {
    order_[player] = lowest_[player] = visited_++;
    open_.push_back(player);
    calls.push_back({player, edges_.begin[player]});
  }

  void Search(uint32_t root) {
    std::vector<Frame> calls;
    Enter(root, calls);
    while (!calls.empty()) {
      Frame& frame = calls.back();
      const uint32_t player = frame.player;
      if (frame.edge < edges_.begin[player + 1]) {
        const uint32_t to = edges_.to[frame.edge++];
        if (order_[to] == kNone) {
          Enter(to, calls);
        } else if (set_[to] == kNone) {
          lowest_[player] = std::min(lowest_[player], order_[to]);
        }
        continue;
      }
      calls.pop_back();
      if (!calls.empty()) {
        uint32_t& above = lowest_[calls.back().player];
        above = std::min(above, lowest_[player]);
      }
      if (lowest_[player] == order_[player]) Close(player);
    }
  }

  void Close(uint32_t root) {
    while (true) {
      const uint32_t player = open_.back();
      open_.pop_back();
      set_[player] = sets_;
      if (player == root) break;
    }
    ++sets_;
  }

  const Edges& edges_;
  std::vector<uint32_t> set_;
  std::vector<uint32_t> order_;
  std::vector<uint32_t> lowest_;
  std::vector<uint32_t> open_;
  uint32_t visited_ = 0;
  uint32_t sets_ = 0;
};

uint32_t Find(std::vector<uint32_t>& parent, uint32_t player) {
  while (parent[player] != player) {
    parent[player] = parent[parent[player]];
    player = parent[player];
  }
  return player;
}

void NumberGroups(const RatingInput& input, const std::vector<bool>& played, RatingGraph& graph) {
  std::vector<uint32_t> parent(input.players);
  std::iota(parent.begin(), parent.end(), 0);
  for (const Meeting& m : input.meetings) {
    if (m.losses + m.draws + m.wins > 0) parent[Find(parent, m.white)] = Find(parent, m.black);
  }
  std::vector<uint32_t> number(input.players, kNone);
  for (uint32_t player = 0; player < input.players; ++player) {
    if (!played[player]) continue;
    uint32_t& group = number[Find(parent, player)];
    if (group == kNone) group = static_cast<uint32_t>(graph.groups++);
    graph.players[player].group = group;
  }
}

struct Tally {
  double games = 0;
  double points = 0;
};

PlayerStatus StatusOutside(const Tally& tally) {
  if (tally.points == tally.games) return PlayerStatus::kOnlyWon;
  if (tally.points == 0) return PlayerStatus::kOnlyLost;
  return PlayerStatus::kApart;
}

}  // namespace

RatingGraph PlacePlayers(const RatingInput& input) {
  RatingGraph graph;
  graph.players.resize(input.players);
  std::vector<Tally> tallies(input.players);
  std::vector<bool> played(input.players, false);
  for (const Meeting& m : input.meetings) {
    const double games = m.losses + m.draws + m.wins;
    if (games <= 0) continue;
    played[m.white] = played[m.black] = true;
    tallies[m.white].games += games;
    tallies[m.black].games += games;
    tallies[m.white].points += m.wins + m.draws / 2;
    tallies[m.black].points += m.losses + m.draws / 2;
  }
  NumberGroups(input, played, graph);

  const Edges edges = MakeEdges(input);
  const StrongSets strong(edges);
  std::vector<uint32_t> size(strong.sets(), 0);
  for (const uint32_t set : strong.set()) ++size[set];
  std::vector<uint32_t> main_set(graph.groups, kNone);
  for (uint32_t player = 0; player < input.players; ++player) {
    if (!played[player]) continue;
    uint32_t& main = main_set[graph.players[player].group];
    if (main == kNone || size[strong.set()[player]] > size[main]) main = strong.set()[player];
  }
  for (uint32_t player = 0; player < input.players; ++player) {
    if (!played[player]) continue;
    PlayerPlace& place = graph.players[player];
    // Somebody alone is no set: nothing says how strong it is.
    const uint32_t main = main_set[place.group];
    const bool rated = strong.set()[player] == main && size[main] > 1;
    place.status = rated ? PlayerStatus::kRated : StatusOutside(tallies[player]);
  }
  return graph;
}

}  // namespace rookery::stats
