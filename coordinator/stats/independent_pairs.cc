#include "coordinator/stats/independent_pairs.h"

#include <algorithm>
#include <cmath>

namespace rookery::stats {
namespace {

constexpr int kGrid = 64;         // draw rates tried first: the likelihood may have two hills
constexpr int kNarrowings = 60;   // by a third each: below a double's accuracy
constexpr double kLeast = 1e-12;  // of a chance inside a logarithm

std::array<double, 5> Chances(double score, double draws) {
  const double w = std::max(0.0, score - draws / 2);
  const double l = std::max(0.0, 1 - score - draws / 2);
  return {l * l, 2 * l * draws, draws * draws + 2 * w * l, 2 * w * draws, w * w};
}

double LogLikelihood(const Pentanomial& counts, double score, double draws) {
  const std::array<double, 5> chances = Chances(score, draws);
  double sum = 0;
  for (size_t i = 0; i < counts.size(); ++i) {
    if (counts[i] > 0) {
      sum += static_cast<double>(counts[i]) * std::log(std::max(chances[i], kLeast));
    }
  }
  return sum;
}

}  // namespace

std::array<double, 5> IndependentPairs(const Pentanomial& counts) {
  const auto total = static_cast<double>(Total(counts));
  if (total == 0) return {};
  double points = 0;
  for (size_t i = 0; i < counts.size(); ++i) {
    points += static_cast<double>(i) * static_cast<double>(counts[i]) / 4;
  }
  const double score = points / total;
  const double most = 2 * std::min(score, 1 - score);  // draws that leave this score
  const auto at = [&](double draws) { return LogLikelihood(counts, score, draws); };
  int best = 0;
  for (int i = 1; i <= kGrid; ++i) {
    if (at(most * i / kGrid) > at(most * best / kGrid)) best = i;
  }
  double low = most * std::max(0, best - 1) / kGrid;
  double high = most * std::min(kGrid, best + 1) / kGrid;
  for (int i = 0; i < kNarrowings; ++i) {
    const double a = low + (high - low) / 3;
    const double b = high - (high - low) / 3;
    (at(a) < at(b) ? low : high) = at(a) < at(b) ? a : b;
  }
  std::array<double, 5> expected = Chances(score, (low + high) / 2);
  for (double& cell : expected) cell *= total;
  return expected;
}

}  // namespace rookery::stats
