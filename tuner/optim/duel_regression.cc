#include "tuner/optim/duel_regression.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "tuner/optim/parameter.h"

namespace rookery::optim {
namespace {

constexpr double kGuessedPairs = 100;
constexpr double kGuessedVariance = 0.2;

// The grid of ln h and ln gain around the prior's medians, and the prior's spreads.
constexpr int kCurvatures = 41;
constexpr double kCurvatureStep = 0.24;
constexpr double kCurvatureSpread = 1.2;
constexpr int kGains = 11;
constexpr int kGainsBelow = 9;
constexpr double kGainStep = 0.9;
constexpr double kGainSpread = 4;  // next to nothing is known of it, above all near 0

// Curvatures differ between directions. The estimate takes h a little lower than it is, which
// costs under 1 % of noise where they don't; the centre, whose noise costs nothing on a parabola,
// moves on boldly, so that flat directions are left behind too.
constexpr double kCaution = 1.1;
constexpr double kBoldness = 2.5;
// The centre is drawn to the start by the share of its square that may be noise (as by James and
// Stein, 1961): off a parabola, duels far out in the wrong place would teach nonsense.
constexpr double kNoiseShare = 3;

}  // namespace

DuelRegression::DuelRegression(Eigen::Index size)
    : products_(Eigen::MatrixXd::Zero(size, size)),
      scores_(Eigen::VectorXd::Zero(size)),
      squares_(Eigen::VectorXd::Zero(size)) {}

void DuelRegression::Add(const Eigen::VectorXd& a, const Eigen::VectorXd& b, double y) {
  const Eigen::VectorXd difference = a - b;
  products_.selfadjointView<Eigen::Lower>().rankUpdate(difference);
  scores_ += y * difference;
  const double offset = a.squaredNorm() - b.squaredNorm();
  square_sum_ += y * y;
  offset_sum_ += offset * offset;
  mixed_sum_ += y * offset;
  squares_ += offset * difference;
  ++pairs_;
}

double DuelRegression::pair_variance() const {
  return (square_sum_ + kGuessedPairs * kGuessedVariance) /
         (static_cast<double>(pairs_) + kGuessedPairs);
}

// The normal equations in the basis of products_, where they are diagonal for each h.
struct DuelRegression::Spectrum {
  Eigen::MatrixXd basis;
  Eigen::ArrayXd power;
  Eigen::ArrayXd scores;
  Eigen::ArrayXd squares;
  double noise = 0;  // variance of C y

  Eigen::ArrayXd Precision(double h, double gain) const {
    return 4 * h * h / noise * power + static_cast<double>(power.size()) * h / gain;
  }
  Eigen::ArrayXd Mean(double h, double gain) const {
    return 2 * h / noise * (kEloPerScore * scores + h * squares) / Precision(h, gain);
  }
};

DuelRegression::Spectrum DuelRegression::Decompose() const {
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(products_);
  const Eigen::MatrixXd& basis = solver.eigenvectors();
  return {basis, solver.eigenvalues().array().max(0), (basis.transpose() * scores_).array(),
          (basis.transpose() * squares_).array(), kEloPerScore * kEloPerScore * pair_variance()};
}

// ln p(scores | h, gain) but for a constant.
double DuelRegression::LogEvidence(const Spectrum& spectrum, double h, double gain) const {
  const auto n = static_cast<double>(spectrum.power.size());
  const Eigen::ArrayXd precision = spectrum.Precision(h, gain);
  const double data = 2 * h * kEloPerScore * mixed_sum_ + h * h * offset_sum_;
  return (-data / spectrum.noise + (precision * spectrum.Mean(h, gain).square()).sum() -
          precision.log().sum() + n * std::log(n * h / gain)) /
         2;
}

DuelRegression::Posterior DuelRegression::Weigh(const Spectrum& spectrum,
                                                const Model& model) const {
  std::array<double, static_cast<size_t>(kCurvatures * kGains)> logs{};
  const auto curvature = [](int i) { return kCurvatureStep * (i - kCurvatures / 2); };
  const auto gain = [](int k) { return kGainStep * (k - kGainsBelow); };
  for (int i = 0; i < kCurvatures; ++i) {
    for (int k = 0; k < kGains; ++k) {
      const double zh = curvature(i) / kCurvatureSpread;
      const double zg = gain(k) / kGainSpread;
      logs[static_cast<size_t>(i * kGains + k)] =
          LogEvidence(spectrum, model.h * std::exp(curvature(i)), model.gain * std::exp(gain(k))) -
          (zh * zh + zg * zg) / 2;
    }
  }
  const double top = *std::max_element(logs.begin(), logs.end());
  double all = 0;
  double curvatures = 0;
  double gains = 0;
  for (int i = 0; i < kCurvatures; ++i) {
    for (int k = 0; k < kGains; ++k) {
      const double weight = std::exp(logs[static_cast<size_t>(i * kGains + k)] - top);
      all += weight;
      curvatures += weight * curvature(i);
      gains += weight * gain(k);
    }
  }
  return {model.h * std::exp(curvatures / all), model.gain * std::exp(gains / all)};
}

DuelRegression::Solution DuelRegression::Solve(const Model& model) const {
  const Spectrum spectrum = Decompose();
  const Posterior best = Weigh(spectrum, model);
  Solution solution;
  solution.h = best.h;
  solution.prior_sd = std::sqrt(best.gain / (static_cast<double>(spectrum.power.size()) * best.h));
  const double careful = best.h / kCaution;
  solution.phi = spectrum.basis * spectrum.Mean(careful, best.gain).matrix();
  solution.covariance = spectrum.basis *
                        spectrum.Precision(careful, best.gain).inverse().matrix().asDiagonal() *
                        spectrum.basis.transpose();
  const double noise = kNoiseShare * solution.covariance.trace();
  const double square = solution.phi.squaredNorm();
  solution.trust = square > noise ? 1 - noise / square : 0;
  solution.centre =
      solution.trust * spectrum.basis * spectrum.Mean(best.h / kBoldness, best.gain).matrix();
  return solution;
}

void DuelRegression::Save(StateWriter* out) const {
  out->Word(static_cast<uint64_t>(pairs_));
  out->Number(square_sum_);
  out->Number(offset_sum_);
  out->Number(mixed_sum_);
  out->Numbers(scores_);
  out->Numbers(squares_);
  for (Eigen::Index i = 0; i < products_.rows(); ++i) {
    for (Eigen::Index j = 0; j <= i; ++j) out->Number(products_(i, j));
  }
}

void DuelRegression::Restore(StateReader* in) {
  pairs_ = static_cast<int64_t>(in->Word());
  square_sum_ = in->Number();
  offset_sum_ = in->Number();
  mixed_sum_ = in->Number();
  in->Numbers(scores_);
  in->Numbers(squares_);
  for (Eigen::Index i = 0; i < products_.rows(); ++i) {
    for (Eigen::Index j = 0; j <= i; ++j) products_(i, j) = in->Number();
  }
}

}  // namespace rookery::optim
