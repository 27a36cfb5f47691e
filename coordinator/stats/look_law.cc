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

// Gauss-Legendre on (0, 1), the nodes by Newton's method on the Legendre polynomial; an even number
// of them, symmetric about the middle.
Rule GaussLegendre(size_t size) {
  Rule rule{std::vector<double>(size), std::vector<double>(size)};
  const double n = static_cast<double>(size);
  for (size_t i = 0; i < size / 2; ++i) {
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
    rule.node[i] = (1 - z) / 2;
    rule.node[size - 1 - i] = (1 + z) / 2;
    rule.weight[i] = rule.weight[size - 1 - i] = 1 / ((1 - z * z) * slope * slope);
  }
  return rule;
}

// Enough for steps of that many strips' widths: the kernel between two nodes stays smooth. Rounded
// up to a size for which there is a rule.
constexpr size_t kFewestNodes = 20;
constexpr size_t kMostNodes = 80;
constexpr size_t kNodesStep = 4;
size_t NodesFor(double steps_in_width) {
  const double wanted =
      std::clamp(3 * steps_in_width + 14, double{kFewestNodes}, double{kMostNodes});
  return (static_cast<size_t>(std::ceil(wanted)) + kNodesStep - 1) / kNodesStep * kNodesStep;
}

// Made once and never changed.
const Rule& UnitRule(size_t size) {
  static const std::vector<Rule> rules = [] {
    std::vector<Rule> made;
    for (size_t nodes = kFewestNodes; nodes <= kMostNodes; nodes += kNodesStep) {
      made.push_back(GaussLegendre(nodes));
    }
    return made;
  }();
  return rules[(size - kFewestNodes) / kNodesStep];
}

// What is left of a walk that needn't be followed any more.
constexpr double kNothing = 1e-18;

double Density(double z, double spread) {
  return std::exp(-z * z / 2) / (spread * std::sqrt(2 * std::numbers::pi));
}

}  // namespace

bool AreFew(const BoundedMotion& motion, const Looks& looks) {
  const double step = std::sqrt(motion.variance * looks.every);
  return step > kShortestStep * (motion.upper - motion.lower) &&
         looks.time <= kMostLooks * looks.every;
}

LookLaw::LookLaw(const BoundedMotion& motion, const Looks& looks)
    : lower_(motion.lower), variance_(motion.variance), every_(looks.every) {
  ROOKERY_CHECK(motion.lower < 0 && motion.upper > 0 && motion.variance > 0);
  ROOKERY_CHECK(looks.every > 0 && looks.time > 0);
  // Looks before the end; the rest is a step of its own.
  const double before = std::ceil(looks.time / looks.every * (1 - 1e-12)) - 1;
  rest_ = looks.time - before * looks.every;
  if (before <= 0) return;
  spread_ = std::sqrt(variance_ * every_);
  const double width = motion.upper - motion.lower;
  const Rule& rule = UnitRule(NodesFor(width / spread_));
  for (size_t i = 0; i < rule.node.size(); ++i) {
    node_.push_back(motion.lower + width * rule.node[i]);
    weight_.push_back(width * rule.weight[i]);
  }
  Walk(before);
}

// Sums of positive terms alone, so that far tails keep their digits: a drift lifts them up.
void LookLaw::Walk(double looks_before) {
  const size_t size = node_.size();
  std::vector<double> kernel(size * size);  // from, to; with the weight of from
  for (size_t from = 0; from < size; ++from) {
    for (size_t to = from; to < size; ++to) {
      const double density = Density((node_[to] - node_[from]) / spread_, spread_);
      kernel[from * size + to] = weight_[from] * density;
      kernel[to * size + from] = weight_[to] * density;
    }
  }
  density_.emplace_back(size);
  for (size_t i = 0; i < size; ++i) density_[0][i] = Density(node_[i] / spread_, spread_);
  for (double look = 1; look < looks_before; ++look) {
    const std::vector<double> density = density_.back();
    std::vector<double>& next = density_.emplace_back(size);
    double inside = 0;
    for (size_t i = 0; i < size; ++i) inside += weight_[i] * density[i];
    if (inside < kNothing) return;  // as good as ended by then, whatever the drift
    for (size_t from = 0; from < size; ++from) {
      const double* const row = &kernel[from * size];
      const double here = density[from];
      for (size_t to = 0; to < size; ++to) next[to] += row[to] * here;
    }
  }
}

double LookLaw::Worse(double drift, double position) const {
  const double last = std::sqrt(variance_ * rest_);
  if (density_.empty()) return NormalCdfByTable((position - drift * rest_) / last);
  const double gamma = drift / variance_;
  const double shift = drift * every_;
  const double kept = std::exp(-gamma * shift / 2);  // the second half of the exponent, a look
  double worse = NormalCdfByTable((lower_ - shift) / spread_);
  // Of the look before the end, and of all before that one, whose exits have one law.
  const size_t looks = density_.size();
  std::vector<double> sum(node_.size());
  double factor = 1;
  for (size_t look = 0; look + 1 < looks; ++look) {
    const std::vector<double>& density = density_[look];
    for (size_t i = 0; i < sum.size(); ++i) sum[i] += factor * density[i];
    factor *= kept;
  }
  for (size_t i = 0; i < sum.size(); ++i) {
    // Together, since either half may be beyond what a number can hold.
    const double tilt = weight_[i] * std::exp(gamma * (node_[i] - shift / 2));
    const double leaves = NormalCdfByTable((lower_ - node_[i] - shift) / spread_);
    const double ends = NormalCdfByTable((position - node_[i] - drift * rest_) / last);
    worse += tilt * (sum[i] * leaves + factor * density_.back()[i] * ends);
  }
  return std::clamp(worse, 0.0, 1.0);
}

}  // namespace rookery::stats
