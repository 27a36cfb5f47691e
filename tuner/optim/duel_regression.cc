#include "tuner/optim/duel_regression.h"

#include "tuner/optim/parameter.h"

namespace rookery::optim {
namespace {

constexpr double kGuessedPairs = 100;
constexpr double kGuessedVariance = 0.2;

}  // namespace

DuelRegression::DuelRegression(Eigen::Index size)
    : products_(Eigen::MatrixXd::Zero(size, size)),
      scores_(Eigen::VectorXd::Zero(size)),
      squares_(Eigen::VectorXd::Zero(size)) {}

void DuelRegression::Add(const Eigen::VectorXd& a, const Eigen::VectorXd& b, double y) {
  const Eigen::VectorXd difference = a - b;
  products_.selfadjointView<Eigen::Lower>().rankUpdate(difference);
  scores_ += y * difference;
  squares_ += (a.squaredNorm() - b.squaredNorm()) * difference;
  square_sum_ += y * y;
  ++pairs_;
}

double DuelRegression::pair_variance() const {
  return (square_sum_ + kGuessedPairs * kGuessedVariance) /
         (static_cast<double>(pairs_) + kGuessedPairs);
}

DuelRegression::Solution DuelRegression::Solve(const Model& model) const {
  const double noise = kEloPerScore * kEloPerScore * pair_variance();
  const Eigen::Index size = scores_.size();
  Eigen::MatrixXd precision = products_.selfadjointView<Eigen::Lower>();
  precision *= 4 * model.h * model.h / noise;
  precision.diagonal().array() += 1 / (model.prior_sd * model.prior_sd);
  const Eigen::VectorXd right =
      (2 * model.h / noise) * (kEloPerScore * scores_ + model.h * squares_);
  const Eigen::LLT<Eigen::MatrixXd> factor(precision);
  return {factor.solve(right), factor.solve(Eigen::MatrixXd::Identity(size, size))};
}

void DuelRegression::Save(StateWriter* out) const {
  out->Word(static_cast<uint64_t>(pairs_));
  out->Number(square_sum_);
  out->Numbers(scores_);
  out->Numbers(squares_);
  for (Eigen::Index i = 0; i < products_.rows(); ++i) {
    for (Eigen::Index j = 0; j <= i; ++j) out->Number(products_(i, j));
  }
}

void DuelRegression::Restore(StateReader* in) {
  pairs_ = static_cast<int64_t>(in->Word());
  square_sum_ = in->Number();
  in->Numbers(scores_);
  in->Numbers(squares_);
  for (Eigen::Index i = 0; i < products_.rows(); ++i) {
    for (Eigen::Index j = 0; j <= i; ++j) products_(i, j) = in->Number();
  }
}

}  // namespace rookery::optim
