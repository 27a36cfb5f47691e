// Everything that is said about a result in numbers: one computation for page, CLI and API.
// Pure functions; any thread.
#pragma once

#include <optional>

#include "coordinator/stats/sprt.h"

namespace rookery::stats {

// A figure with its 95 % interval.
struct Interval {
  double value = 0;
  double low = 0;
  double high = 0;
};

struct Report {
  int64_t pairs = 0;
  int64_t games = 0;
  double score = 0.5;                  // mean points a game, 0..1
  std::optional<Interval> elo;         // logistic; none while nothing can be said (no pairs)
  std::optional<Interval> nelo;
  std::optional<double> los;           // 0..1
  double draw_ratio = 0;               // share of the middle cell
  std::optional<double> pairs_ratio;   // (WD + WW) / (LL + LD); none if nothing is below
  // Only with an SPRT; elo and los are then corrected for stopping (Brownian exit law).
  std::optional<double> llr;
  Verdict verdict = Verdict::kUndecided;
};

// A match of fixed length.
Report FixedReport(const Pentanomial& counts);
// A sequential test, decided or not.
Report SequentialReport(const Sprt& sprt, const Pentanomial& counts);

}  // namespace rookery::stats
