// What a sequential test will cost before a game is played, and what a running one still will.
// Pure functions; any thread.
//
// The LLR is taken as a Brownian motion: Wald's exit probability and mean time, and the exit law
// for the quantiles. Overshoot is not in it, so short tests (a few hundred pairs) take a little
// longer than said. Source: Wald (1945); Siegmund (1985).
#pragma once

#include <optional>

#include "absl/status/statusor.h"
#include "coordinator/stats/counts.h"
#include "coordinator/stats/sprt.h"

namespace rookery::stats {

// The variance of one game's score when openings favour a side: draws and bias make it smaller.
// InvalidArgument names draw_ratio (0..1) or rms_bias (Elo, 0..1000), or says that together they
// leave no variance.
absl::StatusOr<double> VariancePerGame(double draw_ratio, double rms_bias);

// The variance of one game's score to plan with: that of a like test's pairs, within 1e-6 and 1/4,
// or of games with kUsualDrawRatio draws if it has fewer than kForecastPairs.
inline constexpr int64_t kForecastPairs = 20;
inline constexpr double kUsualDrawRatio = 0.61;
double PlanVariance(const Pentanomial& like);
// InvalidArgument names `field` unless those pairs say how results spread: kForecastPairs of them
// or more that did not all end alike.
absl::Status CheckSpread(std::string_view field, const Pentanomial& like);

struct PlanPoint {
  double true_elo_logistic = 0;
  double true_elo_normalized = 0;
  double pass_probability = 0;
  double undecided = 0;  // the pairs run out first
  double expected_pairs = 0;
  double pairs_95 = 0;  // the test has ended by then with 95 %
};

// Of a test whose engine truly is that strong and that plays at most so many pairs (1 or more).
// 0 < variance_per_game <= 1/4 (CHECK). true_elo is said in the model of the bounds and may be any
// finite number on its scale.
PlanPoint PlanTest(const Sprt& sprt, double variance_per_game, double true_elo,
                   int64_t most_pairs = kMostCount);
// The same for a true strength in logistic Elo, whatever the bounds are said in.
PlanPoint PlanTestLogistic(const Sprt& sprt, double variance_per_game, double true_elo);

// What is left of a running test, if strength is what its results say, within their error.
struct Forecast {
  double accepted = 0;  // probability of that verdict within the pairs that are left
  double rejected = 0;
  double undecided = 0;       // the pairs run out first
  double expected_pairs = 0;  // still to come, at most those that are left
  double pairs_low = 0;       // 10 % of such tests have ended by then
  double pairs_median = 0;
  double pairs_high = 0;  // 90 % have
};
// None before kForecastPairs pairs (the error is too large to say anything), beyond a bound, or
// without pairs left. Times are right within 0.1 %.
std::optional<Forecast> ForecastTest(const Sprt& sprt, const Pentanomial& counts,
                                     int64_t pairs_left = kMostCount);

}  // namespace rookery::stats
