// Whether the workers of a run tell one story: Pearson's chi-square of homogeneity over three
// columns (pairs lost, pairs in the middle, pairs won), and how far each worker stands out.
// Pure functions; any thread.
#pragma once

#include <optional>
#include <vector>

#include "coordinator/stats/counts.h"

namespace rookery::stats {

struct WorkerResidual {
  bool counted = false;  // false: too few pairs to say anything (an expected cell of 5 or less)
  double z = 0;          // standard normal deviate of its adjusted row, 0 or more
};

struct Homogeneity {
  std::vector<WorkerResidual> workers;  // in the order of the input
  int counted = 0;
  // Without two workers that count there is nothing to compare, and none of these.
  std::optional<double> chi_square;
  int degrees = 0;
  std::optional<double> p;    // of so large a chi-square, or larger, if all are alike
  std::optional<double> z95;  // what the largest of the residuals exceeds with 5 %
  std::optional<double> z99;  // ... with 1 %
};

Homogeneity CompareWorkers(const std::vector<Pentanomial>& workers);

// The one worker that stands out most, if it does beyond z99. One at a time: a bad worker moves
// the totals and makes good ones look bad, so compare again without it before the next is named.
std::optional<size_t> WorstWorker(const Homogeneity& homogeneity);

// The upper tail of the chi-square law with an even number of degrees (CHECK).
double ChiSquareTail(double chi_square, int even_degrees);

}  // namespace rookery::stats
