// How many of several motions are still between their bounds, where they differ in drift alone: the
// exit law of exit_law.h for all of them at once, at a twentieth of the cost. Immutable; any
// thread.
//
// P(inside at t) is a sum over eigenfunctions of a_n(drift) e^(-(gamma^2 + n^2 b^2) variance t /
// 2), gamma being drift / variance and b pi / width: the a_n are reckoned once, and the n share
// their exponentials. Source: D. R. Cox, H. D. Miller, "The Theory of Stochastic Processes", 5.7.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "coordinator/stats/exit_law.h"

namespace rookery::stats {

class StillInside {
 public:
  // Each with the same bounds and variance (CHECK); at least one.
  explicit StillInside(std::vector<BoundedMotion> motions);

  // The mean of their probabilities after a positive time; absolute error below 1e-5.
  double Share(double time) const;

 private:
  static constexpr size_t kTerms = 20;
  struct Row {
    double half_gamma_squared = 0;
    std::array<double, kTerms> terms{};
  };

  std::vector<BoundedMotion> motions_;
  std::vector<Row> rows_;
  double base_squared_ = 0;  // b^2
};

}  // namespace rookery::stats
