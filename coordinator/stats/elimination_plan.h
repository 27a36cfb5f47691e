// What it costs to test several candidates against one base, by simulation before a game is played:
// elimination.h beside as many separate tests with the same error rate of the family. Pure; any
// thread; the same seed gives the same figures.
#pragma once

#include <cstdint>

#include "absl/status/statusor.h"
#include "coordinator/stats/elimination.h"

namespace rookery::stats {

struct EliminationPlan {
  size_t candidates = 8;
  size_t better = 1;  // of them, truly elo1; the others are elo0
  SprtBounds bounds;  // alpha is the family's
  EliminationGoal goal = EliminationGoal::kFirst;
  Pentanomial like{16, 219, 530, 219, 16};  // pairs of a like test: how results spread
  int64_t batch_pairs = 8;                  // played of a candidate before the next choice
  int64_t families = 200;                   // simulated
  uint64_t seed = 1;
};

struct EliminationCost {
  double pairs = 0;  // of all candidates together, in the mean
  double separate_pairs = 0;
  double family_error = 0;     // share of families in which one was accepted that isn't better
  double found = 0;            // share in which one was accepted that is
  double accepted_better = 0;  // of the better ones, the share that was accepted
};

inline constexpr int64_t kMostFamilies = 10'000;
inline constexpr int64_t kMostBatchPairs = 1'000'000;
// Simulated pairs are bounded, so that the answer comes within a minute or so.
inline constexpr double kMostSimulatedPairs = 1e9;

// InvalidArgument names the field: what Elimination::Create refuses, more better ones than
// candidates, no or more than 10,000 families, batches of no or more than a million pairs, fewer
// than 20 pairs in `like` or all of them alike, or more than would be simulated within
// kMostSimulatedPairs.
absl::StatusOr<EliminationCost> SimulateElimination(const EliminationPlan& plan);

}  // namespace rookery::stats
