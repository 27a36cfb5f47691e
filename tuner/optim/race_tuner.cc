#include "tuner/optim/race_tuner.h"

#include <algorithm>
#include <cmath>

#include "base/check.h"
#include "base/status.h"
#include "tuner/optim/normal.h"
#include "tuner/optim/state_codec.h"

namespace rookery::optim {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

// The variance of a pair's score, as if so many pairs had shown it.
constexpr double kGuessedPairs = 100;
constexpr double kGuessedVariance = 0.2;
constexpr double kOutBy = 3;    // standard deviations below the leader
constexpr int kMostDraws = 32;  // for a challenger who is not the leader
constexpr int kRegretDraws = 64;
constexpr double kNormal95 = 1.959963984540054;

}  // namespace

absl::Status CheckCandidates(const Space& space,
                             const std::vector<std::vector<double>>& candidates) {
  if (candidates.size() < 2 || candidates.size() > kMostCandidates) {
    return InvalidArgument("candidates: {} given; a race has 2 to {}", candidates.size(),
                           kMostCandidates);
  }
  for (size_t i = 0; i < candidates.size(); ++i) {
    if (candidates[i].size() != space.size()) {
      return InvalidArgument("candidates[{}]: {} values for {} parameters", i, candidates[i].size(),
                             space.size());
    }
    for (size_t j = 0; j < space.size(); ++j) {
      const double value = candidates[i][j];
      if (value >= space[j].min && value <= space[j].max) continue;
      return InvalidArgument("candidates[{}]: {} is {}; {} to {} is allowed", i, space[j].name,
                             value, space[j].min, space[j].max);
    }
    const auto twin = std::find(candidates.begin(), candidates.end(), candidates[i]);
    if (twin != candidates.begin() + static_cast<std::ptrdiff_t>(i)) {
      return InvalidArgument("candidates[{}]: it is the same as candidates[{}]; leave one out", i,
                             twin - candidates.begin());
    }
  }
  return absl::OkStatus();
}

RaceTuner::RaceTuner(Space space, const TunerOptions& options)
    : space_(std::move(space)),
      options_(options),
      scores_(VectorXd::Zero(static_cast<Index>(options.candidates.size()))),
      met_(MatrixXd::Zero(scores_.size(), scores_.size())) {
  Learn();
}

// P = I / t^2 + L / s^2: each strength is thought to lie within the expected gain of the mean, and
// each pair tells of a difference. L is the graph of who met whom.
void RaceTuner::Learn() {
  const double variance =
      (squares_ + kGuessedPairs * kGuessedVariance) / (static_cast<double>(told_) + kGuessedPairs);
  const double prior = options_.expected_gain / kEloPerScore;
  MatrixXd precision = -met_ / variance;
  precision.diagonal() = met_.rowwise().sum().array() / variance + 1 / (prior * prior);
  precision_.compute(precision);
  covariance_ = precision_.solve(MatrixXd::Identity(scores_.size(), scores_.size()));
  mean_ = covariance_ * scores_ / variance;
  mean_.maxCoeff(&leader_);
  out_.assign(static_cast<size_t>(scores_.size()), false);
  for (Index i = 0; i < scores_.size(); ++i) {
    const double spread =
        covariance_(leader_, leader_) + covariance_(i, i) - 2 * covariance_(leader_, i);
    out_[static_cast<size_t>(i)] =
        i != leader_ && mean_[leader_] - mean_[i] > kOutBy * std::sqrt(spread);
  }
  Describe();
}

VectorXd RaceTuner::Draw(Rng& rng) const {
  VectorXd normal(mean_.size());
  for (double& value : normal) value = StandardNormal(rng);
  return mean_ + precision_.matrixU().solve(normal);
}

Index RaceTuner::BestOf(const VectorXd& strengths) const {
  Index best = leader_;
  for (Index i = 0; i < strengths.size(); ++i) {
    if (!out_[static_cast<size_t>(i)] && strengths[i] > strengths[best]) best = i;
  }
  return best;
}

Duel RaceTuner::Ask(uint64_t number) const {
  Rng rng = Rng(options_.seed).Fork("race").Fork(number);
  const Index first = BestOf(Draw(rng));
  Index second = first;
  for (int i = 0; i < kMostDraws && second == first; ++i) second = BestOf(Draw(rng));
  if (second == first) {  // next to nothing is in doubt: the best of the others by what is known
    second = first == 0 ? 1 : 0;
    for (Index i = 0; i < mean_.size(); ++i) {
      if (i != first && mean_[i] > mean_[second]) second = i;
    }
  }
  return {number, told_, options_.candidates[static_cast<size_t>(first)],
          options_.candidates[static_cast<size_t>(second)]};
}

Index RaceTuner::IndexOf(const std::vector<double>& values) const {
  const auto& all = options_.candidates;
  const auto found = std::find(all.begin(), all.end(), values);
  return found == all.end() ? -1 : found - all.begin();
}

void RaceTuner::Tell(const Duel& duel, const Outcome& outcome) {
  const Index plus = IndexOf(duel.plus);
  const Index minus = IndexOf(duel.minus);
  told_ += outcome.total();
  if (plus < 0 || minus < 0 || plus == minus) {  // of a log of another method
    estimate_.pairs = told_;
    return;
  }
  for (int points = 0; points < 5; ++points) {
    const double y = (points - 2) / 2.0;
    const auto pairs = static_cast<double>(outcome.pairs[static_cast<size_t>(points)]);
    squares_ += pairs * y * y;
    scores_[plus] += pairs * y;
    scores_[minus] -= pairs * y;
    met_(plus, minus) += pairs;
    met_(minus, plus) += pairs;
  }
  Learn();
}

// Of shipping the leader, in score, by draws that are always the same ones.
double RaceTuner::ExpectedRegret() const {
  Rng rng = Rng(options_.seed).Fork("regret");
  double sum = 0;
  for (int i = 0; i < kRegretDraws; ++i) {
    const VectorXd strengths = Draw(rng);
    sum += strengths.maxCoeff() - strengths[leader_];
  }
  return sum / kRegretDraws;
}

void RaceTuner::Describe() {
  estimate_.pairs = told_;
  estimate_.parameters.resize(space_.size());
  for (size_t j = 0; j < space_.size(); ++j) {
    estimate_.parameters[j].value = options_.candidates[static_cast<size_t>(leader_)][j];
  }
  estimate_.candidates.resize(options_.candidates.size());
  for (Index i = 0; i < mean_.size(); ++i) {
    const double spread = covariance_(0, 0) + covariance_(i, i) - 2 * covariance_(0, i);
    estimate_.candidates[static_cast<size_t>(i)] = {
        kEloPerScore * (mean_[i] - mean_[0]),
        i == 0 ? 0 : kEloPerScore * std::sqrt(std::max(0.0, spread)),
        static_cast<int64_t>(met_.row(i).sum()), i == leader_, out_[static_cast<size_t>(i)]};
  }
  const CandidateEstimate& best = estimate_.candidates[static_cast<size_t>(leader_)];
  estimate_.has_forecast = true;
  estimate_.gain = best.elo;
  estimate_.gain_low = best.elo - kNormal95 * best.sd;
  estimate_.gain_high = best.elo + kNormal95 * best.sd;
  estimate_.noise_floor = kEloPerScore * ExpectedRegret();
}

std::string RaceTuner::Save() const {
  StateWriter out;
  out.Word(static_cast<uint64_t>(told_));
  out.Number(squares_);
  out.Numbers(scores_);
  out.Numbers(met_.reshaped());
  return out.Take();
}

absl::Status RaceTuner::Restore(std::string_view state) {
  StateReader in(state);
  told_ = static_cast<int64_t>(in.Word());
  squares_ = in.Number();
  in.Numbers(scores_);
  auto met = met_.reshaped();
  in.Numbers(met);
  ROOKERY_RETURN_IF_ERROR(in.Finish());
  Learn();
  return absl::OkStatus();
}

}  // namespace rookery::optim
