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
constexpr double kPriorShare = 0.5;   // of the target: users' steps are small rather than large
constexpr double kGuessedPairs = 100;
constexpr double kGuessedVariance = 0.2;
constexpr double kLeastMultiple = 0.25;
constexpr double kMostMultiple = 8;

}  // namespace

void Calibration::Add(double multiple2, double y, bool at_start) {
  Sums& sums = at_start ? first_ : later_;
  sums.score += y * multiple2;
  sums.power += multiple2 * multiple2;
  sums.square += y * y;
  ++sums.pairs;
}

double Calibration::cost() const {
  const auto pairs = static_cast<double>(first_.pairs + later_.pairs);
  const double variance =
      (first_.square + later_.square + kGuessedPairs * kGuessedVariance) / (pairs + kGuessedPairs);
  const double keep = std::max<double>(
      0, 1 - static_cast<double>(later_.pairs) / std::max<double>(1, first_.pairs));
  const double score_sum = keep * first_.score + later_.score;
  const double power_sum = keep * first_.power + later_.power;
  const double step = std::log(kHighest / kLowest) / (kGrid - 1);
  std::array<double, kGrid> logs{};
  for (int i = 0; i < kGrid; ++i) {
    const double cost = kLowest * std::exp(step * i) / kEloPerScore;
    const double spread = std::log(cost * kEloPerScore / (kPriorShare * target_)) / kPriorSpread;
    logs[static_cast<size_t>(i)] =
        -(cost * score_sum + cost * cost * power_sum / 2) / variance - spread * spread / 2;
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
  for (const Sums* sums : {&first_, &later_}) {
    out->Number(sums->score);
    out->Number(sums->power);
    out->Number(sums->square);
    out->Word(static_cast<uint64_t>(sums->pairs));
  }
}

void Calibration::Restore(StateReader* in) {
  for (Sums* sums : {&first_, &later_}) {
    sums->score = in->Number();
    sums->power = in->Number();
    sums->square = in->Number();
    sums->pairs = static_cast<int64_t>(in->Word());
  }
}

}  // namespace rookery::optim
