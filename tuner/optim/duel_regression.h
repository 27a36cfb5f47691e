// Ridge regression of duels' scores on the points that were really played, in units of the
// parameters' steps: phi = (value - start) / c. With F(phi) = -h |phi - phi*|^2 a duel a against b
// has the mean score (F(a) - F(b)) / C, so that
//   C y + h (|a|^2 - |b|^2) = 2 h (a - b).phi* + noise,
// exact for any two points, rounded and clipped ones too. The sums don't depend on h.
//
// h is told by duels whose sides lie at different distances from the start (|a|^2 - |b|^2), so by
// those that measure the probe and by all others once their centre has moved. The posterior of h
// and of the gain G that the start leaves, phi* ~ N(0, G / (n h)), comes from the marginal
// likelihood on a grid, phi* integrated out. Where G turns out small the estimate stays near the
// start: noise isn't taken for gain. Order of arrival matters for rounding errors only.
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
    double h = 0;     // prior medians: Elo that one parameter loses when off by one step
    double gain = 0;  // and Elo between the start and the optimum
  };
  struct Solution {
    double h = 0;                // posterior
    double prior_sd = 0;         // of each of phi*, by the posterior of the gain
    Eigen::VectorXd phi;         // the estimate of phi*
    Eigen::MatrixXd covariance;  // of it
    Eigen::VectorXd centre;      // where to play: a bolder step, as far as it is beyond the noise
    double trust = 0;            // share of the estimate that is beyond its noise, 0 to 1
  };
  Solution Solve(const Model& model) const;

  // Variance of a pair's score; a guess weighs as much as 100 pairs.
  double pair_variance() const;
  int64_t pairs() const { return pairs_; }

  void Save(StateWriter* out) const;
  void Restore(StateReader* in);

 private:
  struct Spectrum;
  struct Posterior {
    double h = 0;
    double gain = 0;
  };
  Spectrum Decompose() const;
  double LogEvidence(const Spectrum& spectrum, double h, double gain) const;
  Posterior Weigh(const Spectrum& spectrum, const Model& model) const;

  Eigen::MatrixXd products_;  // sum D D', lower half
  Eigen::VectorXd scores_;    // sum y D
  Eigen::VectorXd squares_;   // sum (|a|^2 - |b|^2) D
  double square_sum_ = 0;     // of y^2
  double offset_sum_ = 0;     // of (|a|^2 - |b|^2)^2
  double mixed_sum_ = 0;      // of y (|a|^2 - |b|^2)
  int64_t pairs_ = 0;
};

}  // namespace rookery::optim
