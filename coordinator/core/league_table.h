// A league's table as it is kept: counts of pairs by who met whom. Values; no thread contract.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/pairing/league.h"

namespace rookery::coordinator {

// Two engines of a league that meet, and what came of it: counts of their pairs by the points of
// `first`, [in its game with White][in its game with Black], each loss, draw, win.
struct LeagueCell {
  Seats seats;
  std::array<std::array<uint64_t, 3>, 3> counts{};
  bool operator==(const LeagueCell&) const = default;

  uint64_t pairs() const {
    uint64_t sum = 0;
    for (const auto& row : counts) sum += row[0] + row[1] + row[2];
    return sum;
  }
  // Of `first`.
  int64_t half_points() const {
    int64_t sum = 0;
    for (size_t white = 0; white < 3; ++white) {
      for (size_t black = 0; black < 3; ++black) {
        sum += static_cast<int64_t>(counts[white][black] * (white + black));
      }
    }
    return sum;
  }
};

// What is known of one engine of a league beside the cells. Grade points depend on the order of the
// games: it is that of the ledger.
struct LeagueStanding {
  int64_t grade_points = 0;
  uint64_t forfeits = 0;  // games that it lost by time, an illegal move, a crash or a stall
  bool operator==(const LeagueStanding&) const = default;
};

// A function of the ledger's consecutive pairs, like the totals.
struct LeagueTable {
  std::vector<LeagueCell> cells;  // as far as they are known
  std::vector<LeagueStanding> standings;
};

}  // namespace rookery::coordinator
