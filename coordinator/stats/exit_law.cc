#include "coordinator/stats/exit_law.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/check.h"
#include "coordinator/stats/normal.h"

namespace rookery::stats {
namespace {

// Above this share of (spread / width)^2 eigenfunctions need fewer terms than images.
constexpr double kSpreadEnough = 0.2;
// Terms until a further one is below 1e-17 on the worse side of the switch.
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

// e^damping times the integral of e^(c x) sin(w (x - lower)) for x from lower to `to`. The damping
// joins the exponent before anything is raised, which keeps every factor below e.
double SineIntegral(double c, double w, double lower, double to, double damping) {
  const double phase = w * (to - lower);
  const double at_end = std::exp(c * to + damping) * (c * std::sin(phase) - w * std::cos(phase));
  const double at_start = std::exp(c * lower + damping) * w;
  return (at_end + at_start) / (c * c + w * w);
}

// exit below ever - (inside then, exit below later) + (inside then, at most at position).
double ByEigenfunctions(const Scaled& s, double position) {
  const double width = s.upper - s.lower;
  double inside_below_position = 0;
  double inside_then_below = 0;
  for (int n = 1; n <= kEigenTerms; ++n) {
    const double w = n * std::numbers::pi / width;
    const double damping = -(s.gamma * s.gamma + w * w) * s.spread * s.spread / 2;
    const double weight = 2 / width * std::sin(-w * s.lower);
    inside_below_position += weight * SineIntegral(s.gamma, w, s.lower, position, damping);
    // P(exit below from x) times e^(gamma x) is a sinh; against the eigenfunction it leaves this.
    inside_then_below +=
        weight * std::exp(s.gamma * s.lower + damping) * w / (s.gamma * s.gamma + w * w);
  }
  return ExitBelowFrom(0, s.lower, s.upper, s.gamma) - inside_then_below + inside_below_position;
}

// e^exponent Phi(z), finite whenever the product is.
double ScaledCdf(double exponent, double z) {
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

}  // namespace rookery::stats
