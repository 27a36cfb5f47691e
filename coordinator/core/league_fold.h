// A league's table, pair by pair in the ledger's order: cells, grades, forfeits, and the rounds of
// a Swiss, each drawn when the one before it is complete. A function of the pairs alone, so it is
// the same whoever brought them and whenever; but rounds that were drawn stand, and pairs that are
// void afterwards change the rounds that are still to come (decision 0030).
// Pure; one thread at a time.
#pragma once

#include <cstdint>
#include <memory>
#include <set>
#include <vector>

#include "absl/status/statusor.h"
#include "base/pairing/league.h"
#include "coordinator/core/league_table.h"
#include "coordinator/core/planted_fault.h"
#include "coordinator/core/run_ledger.h"
#include "coordinator/core/types.h"

namespace rookery::coordinator {

class LeagueFold {
 public:
  // Nothing was played.
  explicit LeagueFold(const LeagueShape& shape, PlantedFault planted = PlantedFault::kNone);
  // As it was stored. DataLoss if the cells aren't those of such a league; without void pairs also
  // if the rounds aren't those that its results give.
  static absl::StatusOr<LeagueFold> Restore(const LeagueShape& shape, LeagueTable table,
                                            bool any_void,
                                            PlantedFault planted = PlantedFault::kNone);
  // The rounds that are known, and nothing played: to be folded again without what is void.
  LeagueFold Anew() const;

  const LeagueShape& shape() const { return shape_; }
  const LeagueTable& current() const { return table_; }
  // The same for readers; copied when it has changed since the last call.
  std::shared_ptr<const LeagueTable> table() const;

  // The next pair in index order.
  void Add(uint64_t index, const PairSummary& pair);
  // Indices below it may be lent.
  uint64_t known_pairs() const { return rounds_.known_pairs(); }
  Seats SeatsOf(uint64_t index) const;  // index < known_pairs()

  // What is to be stored since the last call; from the first call on all of it.
  struct Changes {
    std::set<uint64_t> cells;
    std::set<int> engines;
    bool round = false;  // more pairs have become known
  };
  Changes TakeChanges();

 private:
  void AddGrades(const Seats& seats, const PairSummary& pair);
  void AddForfeits(const Seats& seats, const PairSummary& pair);
  void EndRound();
  void TakeCells();
  std::vector<int64_t> HalfPoints() const;  // of the first, by cell

  LeagueShape shape_;
  PlantedFault planted_;
  LeagueRounds rounds_;
  LeagueTable table_;
  Changes changes_;
  mutable std::shared_ptr<const LeagueTable> shown_;
};

}  // namespace rookery::coordinator
