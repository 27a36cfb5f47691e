#include "coordinator/stats/secular.h"

#include <algorithm>
#include <cmath>

#include "base/check.h"

namespace rookery::stats {
namespace {

// The sum in the secular equation at a distance d from the pole of cell `extreme`, without that
// cell's own p / d, and its slope.
struct Rest {
  double sum = 0;
  double slope = 0;
};

Rest RestAt(const Law& law, const Cells& b, const Cells& at_pole, size_t extreme, double d) {
  Rest rest;
  for (size_t i = 0; i < law.size; ++i) {
    if (i == extreme) continue;
    const double term = b[i] / (at_pole[i] + d * b[i]);
    rest.sum += law.probability[i] * term;
    rest.slope -= law.probability[i] * term * term;
  }
  return rest;
}

// The cell of the pole on the root's side of x = 0. The sum falls from plus to minus infinity
// between the poles of the largest and the smallest b, so its value at 0 tells.
size_t ExtremeCell(const Law& law, const Cells& b, size_t min, size_t max) {
  double sum_at_zero = 0;
  for (size_t i = 0; i < law.size; ++i) sum_at_zero += law.probability[i] * b[i];
  return sum_at_zero > 0 ? min : max;
}

}  // namespace

// The unknown is the distance d to the pole on the root's side, because there the weight of the
// extreme cell, d times its b, would drown in 1 + x b. What is solved is d times the sum, which is
// nearly straight also next to the pole: Newton's method, with bisection where a step would leave
// the bracket.
std::optional<Law> Tilt(const Law& observed, const Cells& b) {
  const auto [min, max] = std::minmax_element(b.begin(), b.begin() + observed.size);
  if (!(*min < 0 && *max > 0)) return std::nullopt;
  const size_t extreme = ExtremeCell(observed, b, min - b.begin(), max - b.begin());
  Cells at_pole{};
  for (size_t i = 0; i < observed.size; ++i) at_pole[i] = 1 - b[i] / b[extreme];
  double d = 1 / b[extreme];  // x = 0
  double low = std::min(d, 0.0);
  double high = std::max(d, 0.0);
  for (int round = 0; round < 200; ++round) {
    const Rest rest = RestAt(observed, b, at_pole, extreme, d);
    const double product = observed.probability[extreme] + d * rest.sum;
    ((product > 0) == (d > 0) ? low : high) = d;
    const double step = -product / (rest.sum + d * rest.slope);
    double next = d + step;
    const bool inside = next > low && next < high;
    const bool settled = std::abs(step) <= 1e-8 * std::abs(d);
    if (!inside) next = low + (high - low) / 2;
    const bool narrow = next <= low || next >= high;
    if (!narrow && (inside || !settled)) d = next;
    if (settled || narrow) break;
  }
  Law tilted = observed;
  for (size_t i = 0; i < observed.size; ++i) {
    const double weight = at_pole[i] + d * b[i];
    ROOKERY_CHECK(weight > 0);
    tilted.probability[i] /= weight;
  }
  return tilted;
}

}  // namespace rookery::stats
