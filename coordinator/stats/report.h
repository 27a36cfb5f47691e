// Everything that is said about a result in numbers: one computation for page, CLI and API.
// Pure functions; any thread.
//
// Elo is logistic. Of a match of fixed length: the score's standard error, value -+ half the width
// of the transformed interval, so |Elo| <= 1200. Of a sequential test: median-unbiased value,
// interval and LOS by the exit law of the Brownian motion that the LLR nearly is, so |Elo| <= 1000;
// they stand for the test as a whole, stopped or not. nElo is the plain ratio of score and spread,
// its error by the delta method. Source: M. Van den Bergh's notes on sequential tests and on
// normalised Elo. Draw ratio and pairs ratio, the latter as the odds of a share, have Wilson's
// (1927) interval, which also few counts keep within its scale; it is that of a match of fixed
// length. Of fewer than kFewObservations pairs (or games) the errors are wider on purpose: see
// error_spread.h.
#pragma once

#include <optional>

#include "coordinator/stats/sprt.h"
#include "coordinator/stats/stopped_elo.h"

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
  std::optional<double> score;  // mean points a game, 0..1; none without games
  std::optional<Interval> elo;  // logistic; none while nothing can be said (no pairs)
  std::optional<Interval> nelo;
  std::optional<double> los;  // 0..1
  // Share of the middle cell; none without games.
  std::optional<Interval> draw_ratio;
  // (WD + WW) / (LL + LD); none if nothing is below.
  std::optional<Interval> pairs_ratio;
  // Only with an SPRT; elo and los are then corrected for stopping (Brownian exit law).
  std::optional<double> llr;
  Verdict verdict = Verdict::kUndecided;
};

// A match of fixed length.
Report FixedReport(const Pentanomial& counts);
// The same from single games: `pairs` is 0, draw_ratio that of the games, no pairs_ratio.
Report FixedReport(const Trinomial& counts);
// A sequential test, decided or not. `looking`: how many pairs apart its verdict is looked for.
Report SequentialReport(const Sprt& sprt, const Pentanomial& counts, const Looking& looking = {});
Report SequentialReport(const Sprt& sprt, const Trinomial& counts);

}  // namespace rookery::stats
