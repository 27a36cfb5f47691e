// The observed law of points, and the law nearest to it (by likelihood) that has a wanted mean or
// a wanted t. The two together are the generalised likelihood ratio. Pure functions; any thread.
//
// Source: M. Van den Bergh, "The generalised maximum likelihood ratio for the expectation value of
// a distribution"; A. Owen, "Empirical likelihood" for the secular equation.
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

struct Moments {
  double mean = 0;
  double variance = 0;
  double skewness = 0;
  double excess_kurtosis = 0;
};
Moments MomentsOf(const Law& law);
// The standard deviation of one game: of a pair's mean times sqrt 2.
double SigmaPerGame(const Sample& sample);

// The law on the same values with that mean under which the observed law is most likely.
// The mean lies strictly between the smallest and the largest value, and no cell is empty (CHECK).
Law MostLikelyWithMean(const Law& observed, double mean);
// The same with (mean - 1/2) / sigma = t, for any finite t. If the fixed point is slow or runs away
// every root is searched for and the most likely one taken.
Law MostLikelyWithT(const Law& observed, double t);

// sum observed ln(under1 / under0): the log likelihood ratio of one observation.
double LogRatio(const Law& observed, const Law& under1, const Law& under0);

}  // namespace rookery::stats
