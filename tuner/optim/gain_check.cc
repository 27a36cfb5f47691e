#include "tuner/optim/gain_check.h"

#include <cmath>

#include "tuner/optim/parameter.h"

namespace rookery::optim {

GainCheck::GainCheck(Eigen::Index size)
    : products_(Eigen::MatrixXd::Zero(size, size)),
      scores_(Eigen::VectorXd::Zero(size)),
      squares_(Eigen::VectorXd::Zero(size)) {}

void GainCheck::Add(const Eigen::VectorXd& a, double y) {
  const double square = a.squaredNorm();
  products_.selfadjointView<Eigen::Lower>().rankUpdate(a);
  scores_ += y * a;
  squares_ += square * a;
  fourth_ += square * square;
  mixed_ += y * square;
}

// With g = h (2 a.phi - |a|^2) for each duel, C y = factor g + noise.
GainCheck::Factor GainCheck::Compare(const Eigen::VectorXd& phi, double h, double pair_variance,
                                     double doubt) const {
  if (doubt <= 0) return {};
  const double noise = kEloPerScore * kEloPerScore * pair_variance;
  const double square = 4 * phi.dot(products_.selfadjointView<Eigen::Lower>() * phi) -
                        4 * phi.dot(squares_) + fourth_;
  const double precision = h * h * square / noise + 1 / (doubt * doubt);
  const double seen = kEloPerScore * h * (2 * phi.dot(scores_) - mixed_) / noise;
  return {.value = (seen + 1 / (doubt * doubt)) / precision, .sd = 1 / std::sqrt(precision)};
}

void GainCheck::Save(StateWriter* out) const {
  out->Number(fourth_);
  out->Number(mixed_);
  out->Numbers(scores_);
  out->Numbers(squares_);
  for (Eigen::Index i = 0; i < products_.rows(); ++i) {
    for (Eigen::Index j = 0; j <= i; ++j) out->Number(products_(i, j));
  }
}

void GainCheck::Restore(StateReader* in) {
  fourth_ = in->Number();
  mixed_ = in->Number();
  in->Numbers(scores_);
  in->Numbers(squares_);
  for (Eigen::Index i = 0; i < products_.rows(); ++i) {
    for (Eigen::Index j = 0; j <= i; ++j) products_(i, j) = in->Number();
  }
}

}  // namespace rookery::optim
