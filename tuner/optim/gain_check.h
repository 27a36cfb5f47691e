// How far a model's gain is from what duels against the start itself show. The parabola through the
// probes is an extrapolation where the optimum lies many probes away: landscapes level off, and a
// forecast by the model alone was half or twice what games showed (docs/reports/tuned-material.md).
// Points are in steps from the start. Scores count as Elo linearly: 6 % low at 150 Elo, 19 % at
// 300. One thread at a time.
#pragma once

#include <Eigen/Dense>

#include "tuner/optim/state_codec.h"

namespace rookery::optim {

class GainCheck {
 public:
  explicit GainCheck(Eigen::Index size);

  // A pair of point `a` against the start; y as in DuelRegression.
  void Add(const Eigen::VectorXd& a, double y);

  struct Factor {
    double value = 1;  // by which the model's gain is to be multiplied
    double sd = 0;
  };
  // For the model F(a) - F(0) = h (|phi|^2 - |a - phi|^2), whose factor is 1 with standard
  // deviation `doubt` as far as no duel says otherwise: least squares with that prior.
  Factor Compare(const Eigen::VectorXd& phi, double h, double pair_variance, double doubt) const;

  void Save(StateWriter* out) const;
  void Restore(StateReader* in);

 private:
  Eigen::MatrixXd products_;  // sum a a', lower half
  Eigen::VectorXd scores_;    // sum y a
  Eigen::VectorXd squares_;   // sum |a|^2 a
  double fourth_ = 0;         // sum |a|^4
  double mixed_ = 0;          // sum y |a|^2
};

}  // namespace rookery::optim
