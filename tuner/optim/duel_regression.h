// Ridge regression of duels' scores on the points that were really played, in units of the
// parameters' steps: phi = (value - start) / c. With F(phi) = -h |phi - phi*|^2 a duel a against b
// has the mean score (F(a) - F(b)) / C, so that
//   C y + h (|a|^2 - |b|^2) = 2 h (a - b).phi* + noise,
// exact for any two points, rounded and clipped ones too. The sums don't depend on h, which may
// therefore be found out later. Order of arrival matters for rounding errors only.
// One thread at a time.
#pragma once

#include <Eigen/Dense>
#include <cstdint>

#include "tuner/optim/state_codec.h"

namespace rookery::optim {

class DuelRegression {
 public:
  explicit DuelRegression(Eigen::Index size);

  // y: the pair's score of the first side, -1 to 1.
  void Add(const Eigen::VectorXd& a, const Eigen::VectorXd& b, double y);

  struct Model {
    double h = 0;         // Elo that one parameter loses when off by one step
    double prior_sd = 0;  // of phi*, around the start
  };
  struct Solution {
    Eigen::VectorXd phi;         // the estimate of phi*
    Eigen::MatrixXd covariance;  // of it
  };
  Solution Solve(const Model& model) const;

  // Variance of a pair's score; a guess weighs as much as 100 pairs.
  double pair_variance() const;
  int64_t pairs() const { return pairs_; }

  void Save(StateWriter* out) const;
  void Restore(StateReader* in);

 private:
  Eigen::MatrixXd products_;  // sum D D', lower half
  Eigen::VectorXd scores_;    // sum y D
  Eigen::VectorXd squares_;   // sum (|a|^2 - |b|^2) D
  double square_sum_ = 0;     // of y
  int64_t pairs_ = 0;
};

}  // namespace rookery::optim
