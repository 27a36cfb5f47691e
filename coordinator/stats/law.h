// The observed law of points, its moments, and the likelihood ratio of two laws in its light. Pure
// functions; any thread.
#pragma once

#include <array>
#include <cstddef>

#include "coordinator/stats/counts.h"

namespace rookery::stats {

inline constexpr size_t kMostCells = 5;
using Cells = std::array<double, kMostCells>;

// Probabilities on `size` values in ascending order; cells from `size` on are zero.
struct Law {
  size_t size = 0;
  Cells value{};
  Cells probability{};
};

// What was observed. Values are points a game, 0..1; zero counts became 1e-3.
struct Sample {
  Law law;
  double observations = 0;  // after regularisation
  double games_each = 1;    // games in one observation: 2 for pairs
};

Sample MakeSample(const Pentanomial& counts);
Sample MakeSample(const Trinomial& counts);

// Mean and variance alone: inner loops need no more.
struct Spread {
  double mean = 0;
  double variance = 0;
};
Spread SpreadOf(const Law& law);

struct Moments {
  double mean = 0;
  double variance = 0;
  double skewness = 0;
  double excess_kurtosis = 0;
};
Moments MomentsOf(const Law& law);
// The standard deviation of one game: of a pair's mean times sqrt 2.
double SigmaPerGame(const Sample& sample);

// sum observed ln(under1 / under0): the log likelihood ratio of one observation.
double LogRatio(const Law& observed, const Law& under1, const Law& under0);

}  // namespace rookery::stats
