#include "tuner/optim/spsa_schedule.h"

#include <algorithm>
#include <cmath>

namespace rookery::optim {
namespace {

constexpr double kLeastIntegerStep = 0.5;

}  // namespace

FishtestSchedule::FishtestSchedule(int64_t num_games, const SpsaOptions& spsa)
    : options(spsa),
      pairs(static_cast<double>(num_games / 2)),
      a(std::trunc(spsa.a_ratio * static_cast<double>(num_games) / 2)),
      c_factor(std::pow(pairs, spsa.gamma)),
      a_factor(std::pow(a + pairs, spsa.alpha)) {}

double FishtestSchedule::CoefficientC(const Parameter& p) const { return p.c_end * c_factor; }

double FishtestSchedule::CoefficientA(const Parameter& p) const {
  return p.r_end * p.c_end * p.c_end * a_factor;
}

FishtestSchedule::Moment FishtestSchedule::MomentAt(int64_t iteration) const {
  const double k = static_cast<double>(iteration) + 1;
  return {std::pow(k, options.gamma), std::pow(a + k, options.alpha)};
}

Gains FishtestSchedule::At(const Parameter& p, const Moment& moment) const {
  Gains gains;
  gains.c = CoefficientC(p) / moment.c_divisor;
  gains.r = CoefficientA(p) / moment.a_divisor / (gains.c * gains.c);
  return gains;
}

double OpenBenchSchedule::CoefficientC(const Parameter& p) const {
  return p.c_end * std::pow(static_cast<double>(iterations), options.gamma);
}

double OpenBenchSchedule::CoefficientA(const Parameter& p) const {
  const double all = static_cast<double>(iterations);
  return p.r_end * p.c_end * p.c_end * std::pow(options.a_ratio * all + all, options.alpha);
}

Gains OpenBenchSchedule::At(const Parameter& p, int64_t games) const {
  const double iteration = 1 + static_cast<double>(games) / (2 * static_cast<double>(pairs_per));
  const double least = p.type == ValueType::kInteger ? kLeastIntegerStep : 0;
  Gains gains;
  gains.c = std::max(CoefficientC(p) / std::pow(iteration, options.gamma), least);
  gains.r = CoefficientA(p) /
            std::pow(options.a_ratio * static_cast<double>(iterations) + iteration, options.alpha) /
            (gains.c * gains.c);
  return gains;
}

double ClassicUpdate(const Parameter& p, double theta, const Gains& gains, int flip,
                     int64_t wins_minus_losses) {
  const double moved = theta + gains.r * gains.c * static_cast<double>(wins_minus_losses) * flip;
  return std::clamp(moved, p.min, p.max);
}

}  // namespace rookery::optim
