// The plan of a LEAGUE: which two engines meet in a pair, from which opening, by the pair's index
// alone. Worker, coordinator and simulator compute it alike.
//
// Round robin and gauntlet go round and round: index i is pairing i mod P in round i / P, so that
// the table is level at any time. In a Swiss the rounds come one after the other, and who meets
// whom in a round follows from the results of those before it: the coordinator tells.
//
// Each pairing walks the book by a permutation of its own, so no opening comes twice in it, and
// the pairs of two pairings have openings in common only by chance (the errors of the rating table
// take pairs as independent).
// Pure; any thread.
#pragma once

#include <cstdint>
#include <vector>

#include "absl/status/statusor.h"
#include "base/pairing/pair_plan.h"
#include "base/pairing/schedule.h"

namespace rookery {

struct LeagueShape {
  Format format = Format::kRoundRobin;  // not a knockout
  int engines = 2;
  uint64_t pairs = 1;  // of a pairing; in a Swiss of a meeting
  int rounds = 0;      // of a Swiss
  int seeds = 1;       // of a gauntlet: the first ones, who meet all that follow them
  bool operator==(const LeagueShape&) const = default;
};
inline constexpr int kMaxLeagueEngines = 64;
inline constexpr int kMaxLeagueRounds = 64;
inline constexpr uint64_t kMaxSwissPairs = kMaxGamesOfEncounter / 2;

// Two engines that meet, by their place in the list; `first` has White in a pair's first game.
struct Seats {
  int first = 0;
  int second = 0;
  bool operator==(const Seats&) const = default;
};

struct LeaguePlace {
  uint64_t cell = 0;    // of the table: the pairing; in a Swiss the meeting
  uint64_t round = 0;   // from 0
  uint64_t number = 0;  // of the pair, among those that its two may play; from 0
};

// InvalidArgument names what is out of range.
absl::Status CheckLeague(const LeagueShape& shape);
// Of a shape that was checked:
uint64_t LeagueCells(const LeagueShape& shape);     // of the whole league
uint64_t LeaguePairs(const LeagueShape& shape);     // likewise
uint64_t LeagueOpenings(const LeagueShape& shape);  // that a pairing may need
LeaguePlace PlaceOf(const LeagueShape& shape, uint64_t index);
// Round robin and gauntlet alone; cell < LeagueCells.
Seats SeatsOf(const LeagueShape& shape, uint64_t cell);

// As PlanPair, of the two engines' own walk through the book.
PairPlan PlanLeaguePair(uint64_t run_seed, Seats seats, uint64_t number, uint64_t book_size);

// The cells as they become known: all at once, or round by round.
class LeagueRounds {
 public:
  explicit LeagueRounds(const LeagueShape& shape);
  // Of a Swiss some of whose rounds have been drawn; those stand. InvalidArgument if such a league
  // can't have them.
  static absl::StatusOr<LeagueRounds> Drawn(const LeagueShape& shape, std::vector<Seats> cells);

  const std::vector<Seats>& cells() const { return cells_; }
  // Pairs with an index below it have their seats.
  uint64_t known_pairs() const;
  // Of a Swiss: what the first of each known cell made of it, in half points. They make the next
  // round known, if there is one.
  void EndRound(const std::vector<int64_t>& half_points_of_first);

 private:
  LeagueShape shape_;
  std::vector<Seats> cells_;
};

}  // namespace rookery
