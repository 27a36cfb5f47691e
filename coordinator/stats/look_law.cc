#include "coordinator/stats/look_law.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "base/check.h"
#include "coordinator/stats/normal.h"

namespace rookery::stats {
namespace {

struct Rule {
  std::vector<double> node;
  std::vector<double> weight;
};

// Gauss-Legendre on (low, high), the nodes by Newton's method on the Legendre polynomial.
Rule GaussLegendre(size_t size, double low, double high) {
  Rule rule{std::vector<double>(size), std::vector<double>(size)};
  const double n = static_cast<double>(size);
  for (size_t i = 0; i < size; ++i) {
    double z = std::cos(std::numbers::pi * (static_cast<double>(i) + 0.75) / (n + 0.5));
    double slope = 1;
    for (int round = 0; round < 100; ++round) {
      double now = 1;
      double before = 0;
      for (size_t j = 1; j <= size; ++j) {
        const double k = static_cast<double>(j);
        const double next = ((2 * k - 1) * z * now - (k - 1) * before) / k;
        before = now;
        now = next;
      }
      slope = n * (z * now - before) / (z * z - 1);
      const double step = now / slope;
      z -= step;
      if (std::abs(step) < 1e-15) break;
    }
    rule.node[i] = low + (high - low) * (1 - z) / 2;
    rule.weight[i] = (high - low) / ((1 - z * z) * slope * slope);
  }
  return rule;
}

// Enough for steps of that many strips' widths: the kernel between two nodes stays smooth.
size_t NodesFor(double steps_in_width) {
  return static_cast<size_t>(std::clamp(3 * steps_in_width + 14, 20.0, 80.0));
}

double Density(double z, double spread) {
  return std::exp(-z * z / 2) / (spread * std::sqrt(2 * std::numbers::pi));
}

}  // namespace

bool AreFew(const BoundedMotion& motion, const Looks& looks) {
  const double step = std::sqrt(motion.variance * looks.every);
  return step > kShortestStep * (motion.upper - motion.lower) &&
         looks.time <= kMostLooks * looks.every;
}

double WorseByLooks(const BoundedMotion& motion, const Looks& looks, double position) {
  ROOKERY_CHECK(motion.lower < 0 && motion.upper > 0 && motion.variance > 0);
  ROOKERY_CHECK(looks.every > 0 && looks.time > 0);
  // Looks before the end; the rest is a step of its own.
  const double before = std::ceil(looks.time / looks.every * (1 - 1e-12)) - 1;
  const double rest = looks.time - before * looks.every;
  const double last = std::sqrt(motion.variance * rest);
  if (before <= 0) return NormalCdf((position - motion.drift * rest) / last);
  const double spread = std::sqrt(motion.variance * looks.every);
  const double shift = motion.drift * looks.every;
  const Rule rule =
      GaussLegendre(NodesFor((motion.upper - motion.lower) / spread), motion.lower, motion.upper);
  const size_t size = rule.node.size();
  std::vector<double> kernel(size * size);  // to, from; with the weight of from
  for (size_t to = 0; to < size; ++to) {
    for (size_t from = 0; from < size; ++from) {
      const double z = (rule.node[to] - rule.node[from] - shift) / spread;
      kernel[to * size + from] = rule.weight[from] * Density(z, spread);
    }
  }
  std::vector<double> leaves(size);  // P(below at the next look | here), weighted
  std::vector<double> density(size);
  for (size_t i = 0; i < size; ++i) {
    leaves[i] = rule.weight[i] * NormalCdf((motion.lower - rule.node[i] - shift) / spread);
    density[i] = Density((rule.node[i] - shift) / spread, spread);
  }
  double worse = NormalCdf((motion.lower - shift) / spread);
  std::vector<double> next(size);
  for (double look = 1; look < before; ++look) {
    double inside = 0;
    for (size_t to = 0; to < size; ++to) {
      worse += leaves[to] * density[to];
      double sum = 0;
      for (size_t from = 0; from < size; ++from) sum += kernel[to * size + from] * density[from];
      next[to] = sum;
      inside += rule.weight[to] * sum;
    }
    density.swap(next);
    if (inside < 1e-15) return std::clamp(worse, 0.0, 1.0);
  }
  for (size_t i = 0; i < size; ++i) {
    const double z = (position - rule.node[i] - motion.drift * rest) / last;
    worse += rule.weight[i] * density[i] * NormalCdf(z);
  }
  return std::clamp(worse, 0.0, 1.0);
}

}  // namespace rookery::stats
