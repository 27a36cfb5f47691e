#include "tuner/optim/cma_es.h"

#include <algorithm>
#include <cmath>

namespace rookery::optim {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double kTiny = 1e-8;
// The shape's axes are at most so unequal, in squares: beyond it lies only noise.
constexpr double kMostCondition = 1e8;
// Of the learning rates' adaptation, as published.
constexpr double kSignalWanted = 1.4;
constexpr double kMeanMemory = 0.1;
constexpr double kShapeMemory = 0.03;
constexpr double kRateMemory = 0.1;

VectorXd Weights(int population, int parents) {
  VectorXd weights(population);
  for (int i = 0; i < population; ++i) {
    weights[i] = std::log((population + 1) / 2.0) - std::log(i + 1.0);
  }
  weights.head(parents) /= weights.head(parents).sum();
  return weights;
}

double EffectiveCount(const VectorXd& weights) {
  return weights.sum() * weights.sum() / weights.squaredNorm();
}

}  // namespace

CmaConstants MakeCmaConstants(int parameters) {
  const double n = parameters;
  CmaConstants made;
  made.population = (4 + static_cast<int>(3 * std::log(n)) + 1) / 2 * 2;
  made.parents = made.population / 2;
  made.weights = Weights(made.population, made.parents);
  const double mu = EffectiveCount(made.weights.head(made.parents));
  const double mu_minus = EffectiveCount(made.weights.tail(made.population - made.parents));
  made.mu_eff = mu;
  made.c1 = 2 / ((n + 1.3) * (n + 1.3) + mu);
  made.c_mu = std::min(1 - made.c1 - kTiny, 2 * (mu - 2 + 1 / mu) / ((n + 2) * (n + 2) + mu));
  const double most = std::min({1 + made.c1 / made.c_mu, 1 + 2 * mu_minus / (mu + 2),
                                (1 - made.c1 - made.c_mu) / (n * made.c_mu)});
  auto negative = made.weights.tail(made.population - made.parents);
  negative *= most / -negative.sum();
  made.c_c = (4 + mu / n) / (n + 4 + 2 * mu / n);
  made.c_sigma = (mu + 2) / (n + mu + 5);
  made.d_sigma = 1 + 2 * std::max(0.0, std::sqrt((mu - 1) / (n + 1)) - 1) + made.c_sigma;
  made.expected_norm = std::sqrt(n) * (1 - 1 / (4 * n) + 1 / (21 * n * n));
  return made;
}

CmaEs::CmaEs(int parameters, double sigma, double rate)
    : constants_(MakeCmaConstants(parameters)),
      mean_(VectorXd::Zero(parameters)),
      sigma_(sigma),
      shape_(MatrixXd::Identity(parameters, parameters)),
      sigma_path_(mean_),
      path_(mean_) {
  mean_signal_.rate = shape_signal_.rate = rate;
  mean_signal_.step = mean_;
  shape_signal_.step = MatrixXd::Zero(parameters, parameters);
  Decompose();
}

void CmaEs::Decompose() {
  const Eigen::SelfAdjointEigenSolver<MatrixXd> solver(shape_);
  axes_ = solver.eigenvectors();
  const double least = solver.eigenvalues().maxCoeff() / kMostCondition;
  lengths_ = solver.eigenvalues().cwiseMax(least).cwiseSqrt();
}

VectorXd CmaEs::At(const VectorXd& normal) const {
  return mean_ + sigma_ * (axes_ * lengths_.cwiseProduct(normal));
}

MatrixXd CmaEs::Whitening() const {
  return axes_ * lengths_.cwiseInverse().asDiagonal() * axes_.transpose();
}

void CmaEs::Update(const MatrixXd& points) {
  ++generation_;
  const MatrixXd whitening = Whitening();
  const VectorXd mean = mean_;
  const MatrixXd covariance = sigma_ * sigma_ * shape_;
  const MatrixXd old_whitening = whitening / sigma_;
  const MatrixXd steps = (points.colwise() - mean_) / sigma_;
  const VectorXd step =
      steps.leftCols(constants_.parents) * constants_.weights.head(constants_.parents);
  mean_ += sigma_ * step;
  const double c = constants_.c_sigma;
  sigma_path_ =
      (1 - c) * sigma_path_ + std::sqrt(c * (2 - c) * constants_.mu_eff) * (whitening * step);
  MoveShape(steps, step);
  sigma_ *= std::exp(c / constants_.d_sigma * (sigma_path_.norm() / constants_.expected_norm - 1));
  TakeAsFarAsItIsSignal(mean, covariance, old_whitening);
  Decompose();
}

void CmaEs::MoveShape(const MatrixXd& steps, const VectorXd& step) {
  const double n = static_cast<double>(mean_.size());
  const double c = constants_.c_c;
  const double settled =
      std::sqrt(1 - std::pow(1 - constants_.c_sigma, 2 * static_cast<double>(generation_ + 1)));
  // A path that is long because the step size lags behind says nothing of the shape.
  const bool stalled =
      sigma_path_.norm() / settled >= (1.4 + 2 / (n + 1)) * constants_.expected_norm;
  path_ *= 1 - c;
  if (!stalled) path_ += std::sqrt(c * (2 - c) * constants_.mu_eff) * step;
  VectorXd weights = constants_.weights;
  const MatrixXd whitening = Whitening();
  for (Eigen::Index i = constants_.parents; i < weights.size(); ++i) {
    weights[i] *= n / ((whitening * steps.col(i)).squaredNorm() + kTiny);
  }
  const double kept = 1 + (stalled ? constants_.c1 * c * (2 - c) : 0) - constants_.c1 -
                      constants_.c_mu * constants_.weights.sum();
  shape_ = kept * shape_ + constants_.c1 * path_ * path_.transpose() +
           constants_.c_mu * steps * weights.asDiagonal() * steps.transpose();
}

void CmaEs::Signal::Learn(const MatrixXd& local, double memory) {
  step = (1 - memory) * step + memory * local;
  square = (1 - memory) * square + memory * local.squaredNorm();
  const double signal = step.squaredNorm();
  const double noise = square - signal;
  const double ratio = noise > 0 ? (signal - memory / (2 - memory) * square) / noise : 0;
  const double change = std::clamp(ratio / kSignalWanted / rate - 1, -1.0, 1.0);
  rate = std::min(1.0, rate * std::exp(std::min(kRateMemory * rate, memory) * change));
}

void CmaEs::TakeAsFarAsItIsSignal(const VectorXd& mean, const MatrixXd& covariance,
                                  const MatrixXd& whitening) {
  const VectorXd mean_step = mean_ - mean;
  const MatrixXd shape_step = sigma_ * sigma_ * shape_ - covariance;
  const double rate_before = mean_signal_.rate;
  mean_signal_.Learn(whitening * mean_step, kMeanMemory);
  shape_signal_.Learn(whitening * shape_step * whitening / std::sqrt(2.0), kShapeMemory);
  mean_ = mean + mean_signal_.rate * mean_step;
  const MatrixXd next = covariance + shape_signal_.rate * shape_step;
  // The step size is the root of the determinant; the best one grows as the mean's rate falls.
  const Eigen::SelfAdjointEigenSolver<MatrixXd> solver(next, Eigen::EigenvaluesOnly);
  const double least = solver.eigenvalues().maxCoeff() / kMostCondition;
  sigma_ = std::exp(solver.eigenvalues().cwiseMax(least).array().log().mean() / 2);
  shape_ = next / (sigma_ * sigma_);
  sigma_ *= rate_before / mean_signal_.rate;
}

void CmaEs::Save(StateWriter* out) const {
  out->Word(static_cast<uint64_t>(generation_));
  out->Number(sigma_);
  for (const VectorXd* one : {&mean_, &sigma_path_, &path_}) out->Numbers(*one);
  out->Numbers(shape_.reshaped());
  for (const Signal* one : {&mean_signal_, &shape_signal_}) {
    out->Numbers(one->step.reshaped());
    out->Number(one->square);
    out->Number(one->rate);
  }
}

void CmaEs::Restore(StateReader* in) {
  generation_ = static_cast<int64_t>(in->Word());
  sigma_ = in->Number();
  for (VectorXd* one : {&mean_, &sigma_path_, &path_}) in->Numbers(*one);
  const auto read = [in](MatrixXd& matrix) {
    auto values = matrix.reshaped();
    in->Numbers(values);
  };
  read(shape_);
  for (Signal* one : {&mean_signal_, &shape_signal_}) {
    read(one->step);
    one->square = in->Number();
    one->rate = in->Number();
  }
  Decompose();
}

}  // namespace rookery::optim
