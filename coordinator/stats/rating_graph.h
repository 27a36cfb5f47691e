// Which players can be rated together: the graph of who scored against whom. Pure; any thread.
//
// Finite ratings of the most likely kind exist exactly within sets where everybody scored, over
// some chain of opponents, against everybody else (strongly connected; Ford, 1957).
#pragma once

#include <vector>

#include "coordinator/stats/ratings.h"

namespace rookery::stats {

struct PlayerPlace {
  PlayerStatus status = PlayerStatus::kUnplayed;
  uint32_t group = 0;  // connected by games at all
};

struct RatingGraph {
  std::vector<PlayerPlace> players;
  size_t groups = 0;  // of players who played
};

// In each group the largest strongly connected set of two or more is rated. An anchor changes
// nothing here.
RatingGraph PlacePlayers(const RatingInput& input);

}  // namespace rookery::stats
