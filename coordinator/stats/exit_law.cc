#include "coordinator/stats/exit_law.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "base/check.h"
#include "coordinator/stats/normal.h"

namespace rookery::stats {
namespace {

// Above this share of (spread / width)^2 eigenfunctions need fewer terms than images.
constexpr double kSpreadEnough = 0.1;
// Terms until a further one is below 1e-13 on the worse side of the switch.
constexpr int kEigenTerms = 7;
constexpr int kImages = 2;

// The quantities in which both series are written.
struct Scaled {
  double lower;
  double upper;
  double gamma;   // drift / variance
  double spread;  // standard deviation of the free motion at that time
};

// P(leave below, ever | at x now).
double ExitBelowFrom(double x, double lower, double upper, double gamma) {
  const double width = upper - lower;
  if (std::abs(gamma) * width < 1e-12) return (upper - x) / width;
  const double size = 2 * std::abs(gamma);
  const double share = std::expm1(-size * (upper - x)) / std::expm1(-size * width);
  return gamma > 0 ? std::exp(-size * (x - lower)) * share : share;
}

// Exit below ever, less those inside then who leave below later, plus those inside then at most at
// `position`. The eigenfunctions' integrals share a term that cancels; what is left decays as
// e^(-n^2). Sines of multiples by their recurrence. The exponent stays below 5, because the free
// spread is at least that share of the width.
double ByEigenfunctions(const Scaled& s, double position) {
  const double width = s.upper - s.lower;
  const double base = std::numbers::pi / width;
  const double start = -base * s.lower;
  const double phase = base * (position - s.lower);
  const double decay = std::exp(-base * base * s.spread * s.spread / 2);
  double sin_start = std::sin(start);
  double sin_phase = std::sin(phase);
  double cos_phase = std::cos(phase);
  double sin_start_before = 0;
  double sin_phase_before = 0;
  double cos_phase_before = 1;
  const double twice_cos_start = 2 * std::cos(start);
  const double twice_cos_phase = 2 * cos_phase;
  double factor = decay;                // decay^(n^2)
  double step = decay * decay * decay;  // decay^(2 n + 1)
  double sum = 0;
  for (int n = 1; n <= kEigenTerms; ++n) {
    const double w = n * base;
    sum += factor * sin_start * (s.gamma * sin_phase - w * cos_phase) / (s.gamma * s.gamma + w * w);
    factor *= step;
    step *= decay * decay;
    sin_start_before = std::exchange(sin_start, twice_cos_start * sin_start - sin_start_before);
    sin_phase_before = std::exchange(sin_phase, twice_cos_phase * sin_phase - sin_phase_before);
    cos_phase_before = std::exchange(cos_phase, twice_cos_phase * cos_phase - cos_phase_before);
  }
  const double shift = s.gamma * s.spread;
  return ExitBelowFrom(0, s.lower, s.upper, s.gamma) +
         2 / width * std::exp(s.gamma * position - shift * shift / 2) * sum;
}

// e^exponent Phi(z), finite whenever the product is.
double ScaledCdf(double exponent, double z) {
  constexpr double kNegligible = -45;  // 3e-20
  if (z < 0 && exponent - z * z / 2 < kNegligible) return 0;
  if (exponent < 600 && z > -36) return std::exp(exponent) * NormalCdf(z);
  return std::exp(exponent + LogNormalCdf(z));
}

// P(inside then, at most at position): sources at 2 k width, sinks at 2 upper + 2 k width.
double InsideByImages(const Scaled& s, double position) {
  const double width = s.upper - s.lower;
  const double shift = s.gamma * s.spread * s.spread;
  const auto image = [&](double source) {
    const double from = (s.lower - source - shift) / s.spread;
    const double to = (position - source - shift) / s.spread;
    // The tail that points away from the source, where the factor is matched by the tail.
    if (source < s.lower) {
      return ScaledCdf(s.gamma * source, -from) - ScaledCdf(s.gamma * source, -to);
    }
    return ScaledCdf(s.gamma * source, to) - ScaledCdf(s.gamma * source, from);
  };
  double sum = 0;
  for (int k = -kImages; k <= kImages; ++k) {
    sum += image(2 * k * width) - image(2 * s.upper + 2 * k * width);
  }
  return sum;
}

// P(left below by then): first passages of the images' distances.
double LeftBelowByImages(const Scaled& s) {
  const double width = s.upper - s.lower;
  const double shift = s.gamma * s.spread * s.spread;
  double sum = 0;
  for (int k = -kImages; k <= kImages; ++k) {
    const double signed_distance = -s.lower + 2 * k * width;
    const double distance = std::abs(signed_distance);
    const double passed = ScaledCdf(s.gamma * (s.lower - distance), (shift - distance) / s.spread) +
                          ScaledCdf(s.gamma * (s.lower + distance), (-shift - distance) / s.spread);
    sum += signed_distance > 0 ? passed : -passed;
  }
  return sum;
}

}  // namespace

double ExitBelowProbability(const BoundedMotion& motion) {
  return ExitBelowFrom(0, motion.lower, motion.upper, motion.drift / motion.variance);
}

double WorseProbability(const BoundedMotion& motion, double time, double position) {
  ROOKERY_CHECK(motion.lower < 0 && motion.upper > 0 && motion.variance > 0 && time > 0);
  const Scaled scaled{.lower = motion.lower,
                      .upper = motion.upper,
                      .gamma = motion.drift / motion.variance,
                      .spread = std::sqrt(motion.variance * time)};
  const double at = std::clamp(position, motion.lower, motion.upper);
  const double ratio = scaled.spread / (motion.upper - motion.lower);
  const double worse = ratio * ratio > kSpreadEnough
                           ? ByEigenfunctions(scaled, at)
                           : LeftBelowByImages(scaled) + InsideByImages(scaled, at);
  return std::clamp(worse, 0.0, 1.0);
}

double InsideProbability(const BoundedMotion& motion, double time) {
  ROOKERY_CHECK(motion.lower < 0 && motion.upper > 0 && motion.variance > 0 && time > 0);
  const Scaled scaled{.lower = motion.lower,
                      .upper = motion.upper,
                      .gamma = motion.drift / motion.variance,
                      .spread = std::sqrt(motion.variance * time)};
  const double ratio = scaled.spread / (motion.upper - motion.lower);
  const double inside = ratio * ratio > kSpreadEnough ? ByEigenfunctions(scaled, motion.upper) -
                                                            ByEigenfunctions(scaled, motion.lower)
                                                      : InsideByImages(scaled, motion.upper);
  return std::clamp(inside, 0.0, 1.0);
}

}  // namespace rookery::stats
