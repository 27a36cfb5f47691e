#include "coordinator/stats/still_inside.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "base/check.h"

namespace rookery::stats {
namespace {

// Of (spread / width)^2: with less time the terms are large and cancel, and more of them count.
constexpr double kSpreadEnough = 0.02;
// So steep a motion has left by then: e^-(gamma^2 spread^2 / 2) is nothing.
constexpr double kSteep = 500;

}  // namespace

StillInside::StillInside(std::vector<BoundedMotion> motions) : motions_(std::move(motions)) {
  ROOKERY_CHECK(!motions_.empty());
  const BoundedMotion& first = motions_.front();
  ROOKERY_CHECK(first.lower < 0 && first.upper > 0 && first.variance > 0);
  const double width = first.upper - first.lower;
  const double base = std::numbers::pi / width;
  base_squared_ = base * base;
  for (const BoundedMotion& motion : motions_) {
    ROOKERY_CHECK(motion.lower == first.lower && motion.upper == first.upper &&
                  motion.variance == first.variance);
    const double gamma = motion.drift / motion.variance;
    Row& row = rows_.emplace_back();
    row.half_gamma_squared = gamma * gamma / 2;
    if (std::abs(gamma) * width > kSteep) continue;
    for (size_t i = 0; i < kTerms; ++i) {
      const double w = static_cast<double>(i + 1) * base;
      const double from_lower = std::exp(gamma * motion.lower);
      const double from_upper = std::exp(gamma * motion.upper);
      const double ends = i % 2 == 0 ? from_lower + from_upper : from_lower - from_upper;
      row.terms[i] = 2 / width * std::sin(-w * motion.lower) * w * ends / (gamma * gamma + w * w);
    }
  }
}

double StillInside::Share(double time) const {
  ROOKERY_CHECK(time > 0);
  const double spread_squared = motions_.front().variance * time;
  const double ratio = spread_squared * base_squared_ / (std::numbers::pi * std::numbers::pi);
  double share = 0;
  if (ratio < kSpreadEnough) {
    for (const BoundedMotion& motion : motions_) {
      share += InsideProbability(motion, time);
    }
    return share / static_cast<double>(motions_.size());
  }
  std::array<double, kTerms> decays{};
  for (size_t i = 0; i < kTerms; ++i) {
    const double n = static_cast<double>(i + 1);
    decays[i] = std::exp(-n * n * base_squared_ * spread_squared / 2);
  }
  for (const Row& row : rows_) {
    double sum = 0;
    for (size_t i = 0; i < kTerms; ++i) sum += decays[i] * row.terms[i];
    share += std::clamp(sum * std::exp(-row.half_gamma_squared * spread_squared), 0.0, 1.0);
  }
  return share / static_cast<double>(rows_.size());
}

}  // namespace rookery::stats
