#include "tuner/fit/fit_weights.h"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>

#include "base/check.h"
#include "base/status.h"

namespace rookery::fit {
namespace {

constexpr double kSmallStep = 0.002;  // of a table step: closer than rounding ever sees
constexpr int kMostHalvings = 30;

const params::Parameter& ParameterOf(int scalar) {
  return params::Table()[static_cast<size_t>(scalar)];
}

double InRange(const params::Parameter& parameter, double value) {
  return std::clamp(value, static_cast<double>(parameter.min), static_cast<double>(parameter.max));
}

Eigen::Index Size(const std::vector<int>& v) { return static_cast<Eigen::Index>(v.size()); }

// The entries of some scalars alone.
Eigen::VectorXd Pick(const Eigen::VectorXd& from, const std::vector<int>& scalars) {
  Eigen::VectorXd picked(Size(scalars));
  for (Eigen::Index i = 0; i < picked.size(); ++i) {
    picked[i] = from[scalars[static_cast<size_t>(i)]];
  }
  return picked;
}
Eigen::MatrixXd Pick(const Eigen::MatrixXd& from, const std::vector<int>& scalars) {
  Eigen::MatrixXd picked(Size(scalars), Size(scalars));
  for (Eigen::Index i = 0; i < picked.cols(); ++i) {
    picked.col(i) = Pick(Eigen::VectorXd(from.col(scalars[static_cast<size_t>(i)])), scalars);
  }
  return picked;
}

// Newton's method inside the table's ranges (Bertsekas, Projected Newton Methods, 1982): a step is
// solved for the scalars that aren't pressed against a bound, cut to the ranges, and halved until
// the loss falls. What leaves a bound again is free again.
class Solver {
 public:
  Solver(const Objective& objective, const Objective& test, const FitOptions& options,
         Eigen::VectorXd start, double k)
      : objective_(objective),
        test_(test),
        options_(options),
        start_(start),
        values_(std::move(start)),
        k_(k) {
    precision_ = Eigen::VectorXd::Zero(kScalars);
    for (int i = 0; i < kScalars; ++i) {
      const double deviation = options.prior_steps * ParameterOf(i).step;
      precision_[i] = 1 / (deviation * deviation);
    }
  }

  // Cancelled if the caller wants no further step.
  absl::Status Run(const std::vector<int>& moving) {
    while (steps_.size() < kMostSteps && !moving.empty()) {
      const Derivatives at = objective_.DerivativesAt(values_, k_);
      const Eigen::VectorXd slopes = at.gradient + precision_.cwiseProduct(values_ - start_);
      free_ = moving;
      std::erase_if(free_, [&](int scalar) { return IsPressed(scalar, slopes[scalar]); });
      const double loss = at.log_loss + Penalty(values_);
      FitStep& step = steps_.emplace_back();
      step.number = static_cast<int>(steps_.size());
      step.loss = at.log_loss / static_cast<double>(objective_.data().size());
      step.test_loss = TestLoss();
      step.largest = free_.empty() ? 0 : Step(at, slopes, loss);
      if (options_.on_step && !options_.on_step(step)) return absl::CancelledError("interrupted");
      if (step.largest < kSmallStep) break;
    }
    return absl::OkStatus();
  }

  const Eigen::VectorXd& values() const { return values_; }
  const std::vector<FitStep>& steps() const { return steps_; }

  // Standard errors of what is free, by the sandwich of curvature and the spread of gradients:
  // those of games, and the prior's, which is a measurement like any other. Without its share a
  // weight that few positions ask for, which the prior holds, would pass for the surest of all. 0
  // for the others.
  Eigen::VectorXd Errors() const {
    Eigen::VectorXd errors = Eigen::VectorXd::Zero(kScalars);
    if (free_.empty()) return errors;
    const Derivatives at = objective_.DerivativesAt(values_, k_);
    const auto games = static_cast<double>(objective_.data().games());
    const double factor = games > 1 ? games / (games - 1) : 1;
    Eigen::MatrixXd products = Pick(objective_.GameProducts(values_, k_), free_) * factor;
    products.diagonal() += Pick(precision_, free_);
    const Eigen::MatrixXd inverse =
        Curvature(at).ldlt().solve(Eigen::MatrixXd::Identity(Size(free_), Size(free_)));
    const Eigen::VectorXd variances = (inverse * products * inverse).diagonal();
    for (Eigen::Index i = 0; i < variances.size(); ++i) {
      errors[free_[static_cast<size_t>(i)]] = std::sqrt(std::max(0.0, variances[i]));
    }
    return errors;
  }

 private:
  std::optional<double> TestLoss() const {
    if (test_.data().size() == 0) return std::nullopt;
    return test_.LossOf(values_, k_).log_loss / static_cast<double>(test_.data().size());
  }

  double Penalty(const Eigen::VectorXd& values) const {
    return 0.5 * ((values - start_).array().square() * precision_.array()).sum();
  }

  Eigen::MatrixXd Curvature(const Derivatives& at) const {
    Eigen::MatrixXd curvature = Pick(at.hessian, free_);
    curvature.diagonal() += Pick(precision_, free_);
    return curvature;
  }

  // At a bound, and the loss falls only beyond it.
  bool IsPressed(int scalar, double slope) const {
    const params::Parameter& parameter = ParameterOf(scalar);
    return (values_[scalar] <= parameter.min && slope >= 0) ||
           (values_[scalar] >= parameter.max && slope <= 0);
  }

  // Goes along Newton's direction as far as the loss falls; the largest change in table steps.
  double Step(const Derivatives& at, const Eigen::VectorXd& slopes, double loss) {
    const Eigen::VectorXd change = Curvature(at).ldlt().solve(-Pick(slopes, free_));
    double length = 1;
    for (int halving = 0; halving < kMostHalvings; ++halving, length /= 2) {
      Eigen::VectorXd next = values_;
      double largest = 0;
      for (Eigen::Index i = 0; i < change.size(); ++i) {
        const int scalar = free_[static_cast<size_t>(i)];
        const params::Parameter& parameter = ParameterOf(scalar);
        next[scalar] = InRange(parameter, values_[scalar] + length * change[i]);
        largest = std::max(largest, std::abs(next[scalar] - values_[scalar]) / parameter.step);
      }
      if (objective_.LossOf(next, k_).log_loss + Penalty(next) > loss) continue;
      values_ = next;
      return largest;
    }
    return 0;
  }

  const Objective& objective_;
  const Objective& test_;
  const FitOptions& options_;
  const Eigen::VectorXd start_;
  Eigen::VectorXd values_;
  Eigen::VectorXd precision_;  // of the prior
  double k_;
  std::vector<int> free_;  // not pressed against a bound at the last step
  std::vector<FitStep> steps_;
};

std::vector<int> Chosen(const FitOptions& options) {
  if (!options.scalars.empty()) return options.scalars;
  std::vector<int> all;
  for (int i = 0; i < kScalars; ++i) all.push_back(i);
  return all;
}

bool IsAtBound(int scalar, double value) {
  return value <= ParameterOf(scalar).min || value >= ParameterOf(scalar).max;
}

// Within the table's ranges.
Eigen::VectorXd Scaled(const Eigen::VectorXd& values, const std::vector<int>& moving,
                       double scale) {
  Eigen::VectorXd scaled = values;
  for (const int scalar : moving) {
    scaled[scalar] = InRange(ParameterOf(scalar), values[scalar] * scale);
  }
  return scaled;
}

// Takes a drift of the scale back, as far as the fit is no worse for it: where ranges stand in the
// way, the weights that reach them change beside the others. The scale that was applied.
double TakeBack(const Objective& objective, double k, double drift, const std::vector<int>& moving,
                Eigen::VectorXd& values) {
  constexpr int kMostTries = 6;
  const double loss = objective.LossOf(values, k).log_loss;
  double scale = drift;
  for (int i = 0; i < kMostTries; ++i, scale = std::sqrt(scale)) {
    const Eigen::VectorXd scaled = Scaled(values, moving, scale);
    if (objective.LossOf(scaled, k).log_loss > loss) continue;
    values = scaled;
    return scale;
  }
  return 1;
}

SetReport ReportOn(const Objective& objective, const params::Weights& before,
                   const params::Weights& after, double k) {
  SetReport report;
  report.positions = objective.data().size();
  report.games = objective.data().games();
  if (report.positions == 0) return report;
  const auto positions = static_cast<double>(report.positions);
  const Losses old_losses = objective.LossOf(ToVector(before), k);
  const Losses new_losses = objective.LossOf(ToVector(after), k);
  report.loss_before = old_losses.log_loss / positions;
  report.loss_after = new_losses.log_loss / positions;
  report.squared_before = old_losses.squared_error / positions;
  report.squared_after = new_losses.squared_error / positions;
  return report;
}

absl::Status Check(const TraceSet& train, const FitOptions& options) {
  if (train.size() == 0) {
    return Error(absl::StatusCode::kFailedPrecondition,
                 "no position is left to fit to; give files with positions of more games");
  }
  for (const int scalar : options.scalars) {
    if (scalar < 0 || scalar >= kScalars) {
      return InvalidArgument(
          "{}: positions say nothing of the search's constants; tune them by games",
          ParameterOf(scalar).name);
    }
  }
  return absl::OkStatus();
}

}  // namespace

std::optional<double> MoveInErrors(const FittedWeight& weight) {
  if (weight.error <= 0) return std::nullopt;
  return (weight.after - weight.before) / weight.error;
}

Eigen::VectorXd ToVector(const params::Weights& weights) {
  Eigen::VectorXd values(kScalars);
  for (int i = 0; i < kScalars; ++i) values[i] = weights[i];
  return values;
}

params::Weights ToWeights(const Eigen::VectorXd& values, const params::Weights& rest) {
  params::Weights weights = rest;
  for (int i = 0; i < kScalars; ++i) {
    const params::Parameter& parameter = ParameterOf(i);
    const double inside = InRange(parameter, values[i]);
    ROOKERY_CHECK(weights.Set(parameter.name, static_cast<int>(std::lround(inside))).ok());
  }
  return weights;
}

absl::StatusOr<FitReport> FitWeights(TraceSet& train, TraceSet& test, const params::Weights& start,
                                     const FitOptions& options) {
  ROOKERY_RETURN_IF_ERROR(Check(train, options));
  const Objective on_train(&train, options.threads);
  const Objective on_test(&test, options.threads);
  const Eigen::VectorXd start_values = ToVector(start);
  FitReport report;
  report.k = options.k.value_or(on_train.BestK(start_values));
  if (report.k <= 0) {
    return Error(absl::StatusCode::kFailedPrecondition,
                 "the starting weights call every position even, so k can't be fitted; give it");
  }
  if (options.result_share < 1) {
    report.k_scores = on_train.BestKOfScores();
    train.Blend(options.result_share, report.k_scores);
    test.Blend(options.result_share, report.k_scores);
  }
  const auto counts = on_train.Counts();
  std::vector<int> moving = Chosen(options);
  std::erase_if(moving, [&](int scalar) { return counts[static_cast<size_t>(scalar)] == 0; });
  Solver solver(on_train, on_test, options, start_values, report.k);
  ROOKERY_RETURN_IF_ERROR(solver.Run(moving));
  report.steps = solver.steps();
  Eigen::VectorXd values = solver.values();
  report.k_after = on_train.BestK(values);
  report.anchored = options.scalars.empty() && report.k_after > 0;
  Eigen::VectorXd errors = solver.Errors();
  if (report.anchored) {
    const double scale = TakeBack(on_train, report.k, report.k_after / report.k, moving, values);
    errors *= scale;
    report.anchored = scale != 1;
  }
  for (const int scalar : moving) {
    if (IsAtBound(scalar, values[scalar])) errors[scalar] = 0;
  }

  report.weights = ToWeights(values, start);
  for (const int scalar : Chosen(options)) {
    FittedWeight& fitted = report.fitted.emplace_back();
    fitted = {scalar,         start[scalar],  report.weights[scalar],
              values[scalar], errors[scalar], counts[static_cast<size_t>(scalar)]};
    if (fitted.count == 0) {
      fitted.note = Note::kNeverSeen;
    } else if (errors[scalar] <= 0) {
      fitted.note = Note::kAtBound;  // also if the anchor took it off the bound that held it
    }
  }
  report.train = ReportOn(on_train, start, report.weights, report.k);
  report.test = ReportOn(on_test, start, report.weights, report.k);
  return report;
}

}  // namespace rookery::fit
