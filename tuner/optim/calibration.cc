#include "tuner/optim/calibration.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "tuner/optim/parameter.h"

namespace rookery::optim {
namespace {

constexpr int kGrid = 161;
constexpr double kLowest = 0.01;  // Elo
constexpr double kHighest = 1000.0;
constexpr double kPriorSpread = 1.2;  // of ln cost: within a factor 11 with 95 %
constexpr double kPriorShare = 0.25;  // of the target: users' steps are small rather than large
constexpr double kGuessedPairs = 100;
constexpr double kGuessedVariance = 0.2;
constexpr double kLeastMultiple = 0.25;
constexpr double kMostMultiple = 8;

}  // namespace

void Calibration::Add(double multiple2, double y) {
  score_sum_ += y * multiple2;
  power_sum_ += multiple2 * multiple2;
  square_sum_ += y * y;
  ++pairs_;
}

double Calibration::cost() const {
  const double variance = (square_sum_ + kGuessedPairs * kGuessedVariance) /
                          (static_cast<double>(pairs_) + kGuessedPairs);
  const double step = std::log(kHighest / kLowest) / (kGrid - 1);
  std::array<double, kGrid> logs{};
  for (int i = 0; i < kGrid; ++i) {
    const double cost = kLowest * std::exp(step * i) / kEloPerScore;
    const double spread = std::log(cost * kEloPerScore / (kPriorShare * target_)) / kPriorSpread;
    logs[static_cast<size_t>(i)] =
        -(cost * score_sum_ + cost * cost * power_sum_ / 2) / variance - spread * spread / 2;
  }
  const double top = *std::max_element(logs.begin(), logs.end());
  double all = 0;
  for (double& value : logs) all += value = std::exp(value - top);
  double below = 0;
  for (int i = 0; i < kGrid; ++i) {
    const double mass = logs[static_cast<size_t>(i)];
    if (below + mass >= all / 2) {
      // Within the cell, so that the figure doesn't jump from one grid point to the next.
      return kLowest * std::exp(step * (i - 0.5 + (all / 2 - below) / mass));
    }
    below += mass;
  }
  return kHighest;
}

double Calibration::multiple() const {
  return std::clamp(std::sqrt(target_ / cost()), kLeastMultiple, kMostMultiple);
}

void Calibration::Save(StateWriter* out) const {
  out->Number(score_sum_);
  out->Number(power_sum_);
  out->Number(square_sum_);
  out->Word(static_cast<uint64_t>(pairs_));
}

void Calibration::Restore(StateReader* in) {
  score_sum_ = in->Number();
  power_sum_ = in->Number();
  square_sum_ = in->Number();
  pairs_ = static_cast<int64_t>(in->Word());
}

}  // namespace rookery::optim
