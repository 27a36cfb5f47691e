#include "tuner/optim/cma_tuner.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/rng.h"
#include "tuner/optim/flips.h"
#include "tuner/optim/normal.h"
#include "tuner/optim/rounding.h"

namespace rookery::optim {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

// Points lie so many of the file's steps around the mean, at first and at most: by the ranking
// alone nothing tells that points have left the optimum's bowl.
constexpr double kFirstSigma = 3;
constexpr double kMostSigma = 4;
constexpr double kFirstRate = 0.05;  // so that the first noise is no walk
// At most a part of this of a generation's results may come late.
constexpr int64_t kLatePart = 4;
// The estimate's weights grow as the square of the pairs told.
constexpr double kAveraging = 3;
constexpr double kTowardsEqual = 0.1;  // pairs

// A point's whole spread stays within half of the range.
constexpr double kMostOfRange = 0.25;

// The unit of the space that the distribution lives in.
double StepOf(const Parameter& p) {
  return std::min(p.c_end, kMostOfRange / kMostSigma * (p.max - p.min));
}

}  // namespace

VectorXd Strengths(const MatrixXd& scores, const MatrixXd& met) {
  MatrixXd laplacian = -met;
  laplacian.diagonal() = met.rowwise().sum().array() + kTowardsEqual;
  return laplacian.ldlt().solve(scores.rowwise().sum());
}

CmaTuner::CmaTuner(Space space, const TunerOptions& options)
    : space_(std::move(space)),
      options_(options),
      cma_(static_cast<int>(space_.size()), kFirstSigma, kFirstRate),
      size_(Round()),
      mean_(cma_.mean()) {
  Clear();
  Describe();
}

void CmaTuner::Clear() {
  const int count = cma_.constants().population;
  tally_.points = MatrixXd::Zero(mean_.size(), count);
  tally_.played = VectorXd::Zero(count);
  tally_.scores = MatrixXd::Zero(count, count);
  tally_.met = tally_.scores;
}

CmaTuner::Meeting CmaTuner::MeetingOf(uint64_t number) const {
  const auto count = static_cast<uint64_t>(cma_.constants().population);
  const uint64_t others = count - 1;
  const uint64_t round = number / (count / 2) % others;
  const uint64_t table = number % (count / 2);
  if (table == 0) return {static_cast<int>(others), static_cast<int>(round)};
  return {static_cast<int>((round + table) % others),
          static_cast<int>((round + others - table) % others)};
}

VectorXd CmaTuner::PointOf(int candidate) const {
  Rng rng = Rng(options_.seed)
                .Fork("points")
                .Fork(static_cast<uint64_t>(generation_))
                .Fork(static_cast<uint64_t>(candidate));
  VectorXd normal(mean_.size());
  for (double& value : normal) value = StandardNormal(rng);
  return cma_.At(normal);
}

Duel CmaTuner::Ask(uint64_t number) const {
  Duel duel;
  duel.number = number;
  duel.clock = generation_;
  const Meeting meeting = MeetingOf(number);
  const VectorXd plus = PointOf(meeting.plus);
  const VectorXd minus = PointOf(meeting.minus);
  const std::vector<Flip> flips = DrawFlips(options_.seed, number, space_.size());
  for (size_t j = 0; j < space_.size(); ++j) {
    const Parameter& p = space_[j];
    const auto row = static_cast<Eigen::Index>(j);
    const double half = StepOf(p) / 2;
    const Played played = Realise(p, p.start + half * (plus[row] + minus[row]),
                                  half * (plus[row] - minus[row]), flips[j].uniform);
    duel.plus.push_back(played.plus);
    duel.minus.push_back(played.minus);
  }
  return duel;
}

void CmaTuner::Tell(const Duel& duel, const Outcome& outcome) {
  told_ += outcome.total();
  estimate_.pairs = told_;
  if (duel.clock > generation_) {
    if (here_ > 0) EndGeneration();
    generation_ = duel.clock;
  }
  if (duel.clock < generation_) {
    late_ += outcome.total();
    return;
  }
  Count(duel, outcome);
  if (here_ >= size_) EndGeneration();
}

void CmaTuner::Count(const Duel& duel, const Outcome& outcome) {
  here_ += outcome.total();
  const auto pairs = static_cast<double>(outcome.total());
  const Meeting meeting = MeetingOf(duel.number);
  const double score = static_cast<double>(outcome.WinsMinusLosses()) / 2;
  tally_.scores(meeting.plus, meeting.minus) += score;
  tally_.scores(meeting.minus, meeting.plus) -= score;
  tally_.met(meeting.plus, meeting.minus) += pairs;
  tally_.met(meeting.minus, meeting.plus) += pairs;
  tally_.played[meeting.plus] += pairs;
  tally_.played[meeting.minus] += pairs;
  for (size_t j = 0; j < space_.size(); ++j) {
    const auto row = static_cast<Eigen::Index>(j);
    const double step = StepOf(space_[j]);
    tally_.points(row, meeting.plus) += pairs * (duel.plus[j] - space_[j].start) / step;
    tally_.points(row, meeting.minus) += pairs * (duel.minus[j] - space_[j].start) / step;
  }
}

void CmaTuner::EndGeneration() {
  const VectorXd strengths = Strengths(tally_.scores, tally_.met);
  std::vector<int> order(static_cast<size_t>(strengths.size()));
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [&](int a, int b) { return strengths[a] > strengths[b]; });
  MatrixXd ranked(mean_.size(), strengths.size());
  for (size_t rank = 0; rank < order.size(); ++rank) {
    const int one = order[rank];
    ranked.col(static_cast<Eigen::Index>(rank)) =
        tally_.played[one] > 0 ? VectorXd(tally_.points.col(one) / tally_.played[one])
                               : PointOf(one);
  }
  cma_.Update(ranked);
  cma_.KeepWithin(kMostSigma);
  const double share = kAveraging * static_cast<double>(here_ + late_) / static_cast<double>(told_);
  mean_ += std::min(1.0, share) * (cma_.mean() - mean_);
  ++generation_;
  size_ = std::max(Round(), kLatePart * late_);
  here_ = late_ = 0;
  Clear();
  Describe();
}

void CmaTuner::Describe() {
  estimate_.pairs = told_;
  estimate_.parameters.resize(space_.size());
  for (size_t j = 0; j < space_.size(); ++j) {
    const Parameter& p = space_[j];
    const auto row = static_cast<Eigen::Index>(j);
    ParameterEstimate& one = estimate_.parameters[j];
    one.value = p.start + mean_[row] * StepOf(p);
    one.step = cma_.sigma() * std::sqrt(cma_.shape()(row, row)) * StepOf(p);
    // Points were clipped before they counted, so a mean that is held back lies inside.
    one.at_bound = one.value - one.step / 2 <= p.min || one.value + one.step / 2 >= p.max;
  }
}

std::string CmaTuner::Save() const {
  StateWriter out;
  for (const int64_t count : {generation_, told_, here_, late_, size_}) {
    out.Word(static_cast<uint64_t>(count));
  }
  out.Numbers(mean_);
  out.Numbers(tally_.points.reshaped());
  out.Numbers(tally_.played);
  out.Numbers(tally_.scores.reshaped());
  out.Numbers(tally_.met.reshaped());
  cma_.Save(&out);
  return out.Take();
}

absl::Status CmaTuner::Restore(std::string_view state) {
  StateReader in(state);
  for (int64_t* count : {&generation_, &told_, &here_, &late_, &size_}) {
    *count = static_cast<int64_t>(in.Word());
  }
  in.Numbers(mean_);
  const auto read = [&in](MatrixXd& matrix) {
    auto values = matrix.reshaped();
    in.Numbers(values);
  };
  read(tally_.points);
  in.Numbers(tally_.played);
  read(tally_.scores);
  read(tally_.met);
  cma_.Restore(&in);
  ROOKERY_RETURN_IF_ERROR(in.Finish());
  Describe();
  return absl::OkStatus();
}

}  // namespace rookery::optim
