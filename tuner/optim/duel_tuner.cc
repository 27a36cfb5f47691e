#include "tuner/optim/duel_tuner.h"

#include <algorithm>
#include <cmath>

#include "base/check.h"
#include "tuner/optim/estimate_codec.h"
#include "tuner/optim/flips.h"
#include "tuner/optim/planner.h"
#include "tuner/optim/rounding.h"

namespace rookery::optim {
namespace {

// The probe is chosen anew after so many pairs of the calibration.
constexpr int64_t kCalibrationBlock = 8;
constexpr int64_t kLeastCalibration = 32;  // pairs
// Later, two of so many pairs measure it anew: the other half of kCalibrationShare.
constexpr uint64_t kCalibrationPeriod = 80;
// And two of as many play the centre against the start, once it is further away than so many
// diagonal probes: nearer they would cost the estimate more than they tell.
constexpr uint64_t kGainCheckSlot = kCalibrationPeriod / 2;
constexpr double kLeastDistance = 2;
// How much the model's gain may be off, as a share: a landscape is no parabola even within a probe,
// and what a parabola leaves out grows with the square of the probes that it is extrapolated over.
constexpr double kDoubt = 0.4;
constexpr double kDoubtByDistance = 0.02;
constexpr double kMostDoubt = 1;
// The estimate is computed anew when the log has grown by this share.
constexpr int64_t kRefreshShare = 64;
constexpr int64_t kLeastRefresh = 8;
constexpr double kLeastIntegerStep = 0.5;
constexpr double kMostOfRange = 0.25;
constexpr double kNoSignalShare = 0.8;  // of the prior's sd that is left
constexpr double kNormal95 = 1.959963984540054;

int64_t CalibrationPairs(int64_t pairs) {
  const auto share = static_cast<int64_t>(kCalibrationShare / 2 * static_cast<double>(pairs));
  return std::max(std::min(kLeastCalibration, pairs / 2), share) / 2 * 2;
}

}  // namespace

DuelTuner::DuelTuner(Space space, const TunerOptions& options)
    : space_(std::move(space)),
      options_(options),
      calibration_pairs_(CalibrationPairs(options.pairs)),
      calibration_(ProbeTarget(static_cast<int>(space_.size()))),
      regression_(static_cast<Eigen::Index>(space_.size())),
      gain_check_(static_cast<Eigen::Index>(space_.size())),
      phi_(Eigen::VectorXd::Zero(static_cast<Eigen::Index>(space_.size()))),
      centre_(phi_) {
  Refresh();
}

bool DuelTuner::AtStart(uint64_t number) const {
  return number < static_cast<uint64_t>(calibration_pairs_);
}

bool DuelTuner::Calibrates(uint64_t number) const {
  return AtStart(number) || number % kCalibrationPeriod < 2;
}

bool DuelTuner::ChecksGain(uint64_t number) const {
  return !AtStart(number) && number % kCalibrationPeriod / 2 == kGainCheckSlot / 2;
}

double DuelTuner::Distance(const Eigen::VectorXd& phi) const {
  return phi.norm() / (multiple_ * std::sqrt(static_cast<double>(space_.size())));
}

bool DuelTuner::IsStart(const std::vector<double>& values) const {
  for (size_t j = 0; j < space_.size(); ++j) {
    if (values[j] != Shipped(space_[j], space_[j].start)) return false;
  }
  return true;
}

double DuelTuner::Step(size_t parameter) const {
  const Parameter& p = space_[parameter];
  const double step = std::min(multiple_ * p.c_end, kMostOfRange * (p.max - p.min));
  return p.type == ValueType::kInteger ? std::max(step, kLeastIntegerStep) : step;
}

Eigen::VectorXd DuelTuner::InSteps(const std::vector<double>& values) const {
  Eigen::VectorXd phi(phi_.size());
  for (size_t j = 0; j < space_.size(); ++j) {
    phi[static_cast<Eigen::Index>(j)] = (values[j] - space_[j].start) / space_[j].c_end;
  }
  return phi;
}

Duel DuelTuner::Ask(uint64_t number) const {
  Duel duel;
  duel.number = number;
  duel.clock = told_;
  const bool calibrates = Calibrates(number);
  const bool checks_gain = ChecksGain(number) && Distance(centre_) > kLeastDistance;
  // Two pairs of the calibration share a probe with opposite signs.
  const std::vector<Flip> flips =
      DrawFlips(options_.seed, calibrates ? number / 2 : number, space_.size());
  const double side = calibrates && number % 2 == 1 ? -1 : 1;
  for (size_t j = 0; j < space_.size(); ++j) {
    const Parameter& p = space_[j];
    const double probe = side * flips[j].sign * Step(j);
    const double centre =
        std::clamp(p.start + centre_[static_cast<Eigen::Index>(j)] * p.c_end, p.min, p.max);
    Played played = Realise(p, centre, probe, flips[j].uniform);
    if (calibrates) played.minus = Realise(p, centre, 0, flips[j].uniform).minus;
    if (checks_gain) {
      played = {.plus = Realise(p, centre, 0, flips[j].uniform).plus, .minus = Shipped(p, p.start)};
    }
    duel.plus.push_back(played.plus);
    duel.minus.push_back(played.minus);
  }
  return duel;
}

void DuelTuner::Tell(const Duel& duel, const Outcome& outcome) {
  const Eigen::VectorXd a = InSteps(duel.plus);
  const Eigen::VectorXd b = InSteps(duel.minus);
  const bool calibrates = Calibrates(duel.number);
  const bool checks_gain = ChecksGain(duel.number) && IsStart(duel.minus);
  const double multiple2 = (a - b).squaredNorm() / static_cast<double>(space_.size());
  for (int points = 0; points < 5; ++points) {
    const double y = (points - 2) / 2.0;
    for (int64_t i = 0; i < outcome.pairs[static_cast<size_t>(points)]; ++i) {
      if (checks_gain) {
        gain_check_.Add(a, y);
        continue;
      }
      regression_.Add(a, b, y);
      if (calibrates) calibration_.Add(multiple2, y, AtStart(duel.number));
    }
  }
  told_ += outcome.total();
  estimate_.pairs = told_;
  if (told_ >= next_refresh_) Refresh();
}

DuelRegression::Solution DuelTuner::Solve() const {
  const int n = static_cast<int>(space_.size());
  return regression_.Solve({ProbeTarget(n) / n, options_.expected_gain});
}

void DuelTuner::Refresh() {
  const bool calibrating = told_ < calibration_pairs_;
  next_refresh_ =
      told_ + (calibrating ? kCalibrationBlock : std::max(kLeastRefresh, told_ / kRefreshShare));
  if (next_refresh_ > options_.pairs) next_refresh_ = std::max(told_ + 1, options_.pairs);
  const DuelRegression::Solution solution = Solve();
  multiple_ = calibration_.multiple() *
              std::sqrt(1 + ProbeGrowth(static_cast<int>(space_.size())) * solution.trust);
  // The centre stays at the start until the size of the probe is known.
  if (!calibrating) {
    phi_ = solution.phi;
    centre_ = solution.centre;
  }
  Describe(solution);
}

void DuelTuner::Describe(const DuelRegression::Solution& solution) {
  estimate_.pairs = told_;
  estimate_.calibrating = told_ < calibration_pairs_;
  estimate_.parameters.resize(space_.size());
  const double h = solution.h;
  double square_steps = 0;
  for (size_t j = 0; j < space_.size(); ++j) {
    const Parameter& p = space_[j];
    const auto row = static_cast<Eigen::Index>(j);
    ParameterEstimate& one = estimate_.parameters[j];
    const double sd = std::sqrt(solution.covariance(row, row));
    one.value = p.start + phi_[row] * p.c_end;
    one.sd = sd * p.c_end;
    one.step = Step(j);
    one.at_bound = one.value <= p.min || one.value >= p.max;
    one.no_signal = sd > kNoSignalShare * solution.prior_sd;
    square_steps += one.step / p.c_end * (one.step / p.c_end);
  }
  estimate_.has_forecast = !estimate_.calibrating;
  estimate_.probe_elo = h * square_steps;
  const double model_gain = h * phi_.squaredNorm();
  const double model_sd = 2 * h * std::sqrt(phi_.dot(solution.covariance * phi_));
  const double distance = Distance(phi_);
  const double doubt = std::min(kMostDoubt, kDoubt + kDoubtByDistance * distance * distance);
  const GainCheck::Factor factor = gain_check_.Compare(phi_, h, regression_.pair_variance(), doubt);
  estimate_.gain = factor.value * model_gain;
  const double spread = kNormal95 * std::hypot(factor.value * model_sd, factor.sd * model_gain);
  estimate_.gain_low = estimate_.gain - spread;
  estimate_.gain_high = estimate_.gain + spread;
  estimate_.noise_floor = h * solution.covariance.trace();
}

std::string DuelTuner::Save() const {
  StateWriter out;
  out.Word(static_cast<uint64_t>(told_));
  out.Word(static_cast<uint64_t>(next_refresh_));
  out.Number(multiple_);
  out.Numbers(phi_);
  out.Numbers(centre_);
  calibration_.Save(&out);
  regression_.Save(&out);
  gain_check_.Save(&out);
  SaveEstimate(estimate_, &out);
  return out.Take();
}

absl::Status DuelTuner::Restore(std::string_view state) {
  StateReader in(state);
  told_ = static_cast<int64_t>(in.Word());
  next_refresh_ = static_cast<int64_t>(in.Word());
  multiple_ = in.Number();
  in.Numbers(phi_);
  in.Numbers(centre_);
  calibration_.Restore(&in);
  regression_.Restore(&in);
  if (in.more()) gain_check_.Restore(&in);
  const bool says = in.more();
  if (says) RestoreEstimate(&in, &estimate_);
  ROOKERY_RETURN_IF_ERROR(in.Finish());
  if (!says) Describe(Solve());
  return absl::OkStatus();
}

}  // namespace rookery::optim
