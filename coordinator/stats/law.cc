#include "coordinator/stats/law.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <span>

#include "base/check.h"

namespace rookery::stats {
namespace {

constexpr double kEmptyCell = 1e-3;

Sample MakeSampleOf(std::span<const int64_t> counts, double games_each) {
  Sample sample;
  sample.games_each = games_each;
  sample.law.size = counts.size();
  for (size_t i = 0; i < counts.size(); ++i) {
    ROOKERY_CHECK(counts[i] >= 0);
    sample.law.value[i] = static_cast<double>(i) / static_cast<double>(counts.size() - 1);
    sample.law.probability[i] = counts[i] == 0 ? kEmptyCell : static_cast<double>(counts[i]);
    sample.observations += sample.law.probability[i];
  }
  for (size_t i = 0; i < counts.size(); ++i) sample.law.probability[i] /= sample.observations;
  return sample;
}

// Mean and variance alone: the inner loop needs no more.
struct Spread {
  double mean = 0;
  double variance = 0;
};

Spread SpreadOf(const Law& law) {
  Spread spread;
  for (size_t i = 0; i < law.size; ++i) spread.mean += law.probability[i] * law.value[i];
  for (size_t i = 0; i < law.size; ++i) {
    const double away = law.value[i] - spread.mean;
    spread.variance += law.probability[i] * away * away;
  }
  return spread;
}

// The weights 1 + x b_i at the root x of sum p_i b_i / (1 + x b_i) = 0, which lies between the
// poles of the largest and the smallest b; the sum falls from plus to minus infinity there. None if
// all b have one sign. Newton's method, with bisection where a step would leave the bracket. The
// unknown is the distance d to the pole on the root's side, because there the weight of the extreme
// cell, d times its b, would drown in 1 + x b.
std::optional<Cells> SecularWeights(const Law& law, const Cells& b) {
  const auto [min, max] = std::minmax_element(b.begin(), b.begin() + law.size);
  if (!(*min < 0 && *max > 0)) return std::nullopt;
  double sum_at_zero = 0;
  for (size_t i = 0; i < law.size; ++i) sum_at_zero += law.probability[i] * b[i];
  const double extreme = sum_at_zero > 0 ? *min : *max;
  Cells at_pole{};
  for (size_t i = 0; i < law.size; ++i) at_pole[i] = 1 - b[i] / extreme;
  double d = 1 / extreme;  // x = 0
  double low = std::min(d, 0.0);
  double high = std::max(d, 0.0);
  Cells weights{};
  for (int round = 0; round < 200; ++round) {
    double sum = 0;
    double slope = 0;
    for (size_t i = 0; i < law.size; ++i) {
      weights[i] = at_pole[i] + d * b[i];
      const double term = b[i] / weights[i];
      sum += law.probability[i] * term;
      slope += law.probability[i] * term * term;
    }
    (sum > 0 ? low : high) = d;
    const double step = sum / slope;
    double next = d + step;
    const bool settled = std::abs(step) <= 1e-8 * std::abs(d);
    if (!(next > low && next < high)) {
      next = low + (high - low) / 2;
      if (settled || next <= low || next >= high) return weights;
    } else if (settled) {
      for (size_t i = 0; i < law.size; ++i) weights[i] = at_pole[i] + next * b[i];
      return weights;
    }
    d = next;
  }
  return weights;
}

std::optional<Law> Tilt(const Law& observed, const Cells& b) {
  const std::optional<Cells> weights = SecularWeights(observed, b);
  if (!weights) return std::nullopt;
  Law tilted = observed;
  for (size_t i = 0; i < observed.size; ++i) {
    ROOKERY_CHECK((*weights)[i] > 0);
    tilted.probability[i] /= (*weights)[i];
  }
  return tilted;
}

// One round of the fixed point for t: the constraint linearised around (mean, sigma).
std::optional<Law> TiltTowardsT(const Law& observed, double t, double mean, double sigma) {
  Cells b{};
  for (size_t i = 0; i < observed.size; ++i) {
    const double z = (mean - observed.value[i]) / sigma;
    b[i] = observed.value[i] - 0.5 - t * sigma * (1 + z * z) / 2;
  }
  return Tilt(observed, b);
}

double LogLikelihood(const Law& observed, const Law& under) {
  double sum = 0;
  for (size_t i = 0; i < observed.size; ++i) {
    sum += observed.probability[i] * std::log(under.probability[i]);
  }
  return sum;
}

// How far the round at `sigma` (and the mean that t then asks for) leads away from it.
struct Attempt {
  Law law;
  double gap = 0;
};
std::optional<Attempt> AttemptAt(const Law& observed, double t, double sigma) {
  const std::optional<Law> law = TiltTowardsT(observed, t, 0.5 + t * sigma, sigma);
  if (!law) return std::nullopt;
  return Attempt{.law = *law, .gap = std::sqrt(SpreadOf(*law).variance) - sigma};
}

// The attempt with no gap between two sigmas whose gaps differ in sign.
Attempt Bisect(const Law& observed, double t, double low, double high, const Attempt& at_low) {
  Attempt best = at_low;
  for (int round = 0; round < 60; ++round) {
    const double middle = (low + high) / 2;
    const std::optional<Attempt> attempt = AttemptAt(observed, t, middle);
    if (!attempt) return best;
    best = *attempt;
    ((attempt->gap > 0) == (at_low.gap > 0) ? low : high) = middle;
  }
  return best;
}

// The fixed points between two sigmas, on a geometric grid; the most likely is kept in `best`.
void SearchRange(const Law& observed, double t, double from, double to, std::optional<Law>& best) {
  constexpr int kGrid = 64;
  std::optional<Attempt> before;
  double sigma_before = 0;
  for (int i = 0; i <= kGrid; ++i) {
    const double sigma = from * std::pow(to / from, static_cast<double>(i) / kGrid);
    const std::optional<Attempt> attempt = AttemptAt(observed, t, sigma);
    if (attempt && before && (attempt->gap > 0) != (before->gap > 0)) {
      const Attempt root = Bisect(observed, t, sigma_before, sigma, *before);
      const bool real = std::abs(root.gap) < 1e-6 * sigma;  // not a jump between two branches
      if (real && (!best || LogLikelihood(observed, root.law) > LogLikelihood(observed, *best))) {
        best = root.law;
      }
    }
    before = attempt;
    sigma_before = sigma;
  }
}

// Every fixed point, and of them the most likely. A law with that t exists, so one is found: a cell
// on the side of t must keep its weight positive, which confines sigma to a range for each cell.
std::optional<Law> SearchForT(const Law& observed, double t) {
  const double size = std::abs(t);
  const double reach = std::sqrt(1 + 1 / (size * size));
  std::optional<Law> best;
  for (size_t i = 0; i < observed.size; ++i) {
    const double away = (observed.value[i] - 0.5) * (t > 0 ? 1 : -1);
    if (away <= 0) continue;
    constexpr double kInside = 1e-9;
    const double largest = std::min(0.5, away / (size + 1 / size - reach)) * (1 - kInside);
    const double smallest = away / (size + 1 / size + reach) * (1 + kInside);
    if (smallest < largest) SearchRange(observed, t, smallest, largest, best);
  }
  return best;
}

}  // namespace

Sample MakeSample(const Pentanomial& counts) { return MakeSampleOf(counts, 2); }
Sample MakeSample(const Trinomial& counts) { return MakeSampleOf(counts, 1); }

Moments MomentsOf(const Law& law) {
  const Spread spread = SpreadOf(law);
  Moments moments{.mean = spread.mean, .variance = spread.variance};
  double third = 0;
  double fourth = 0;
  for (size_t i = 0; i < law.size; ++i) {
    const double away = law.value[i] - spread.mean;
    third += law.probability[i] * away * away * away;
    fourth += law.probability[i] * away * away * away * away;
  }
  if (spread.variance > 0) {
    moments.skewness = third / std::pow(spread.variance, 1.5);
    moments.excess_kurtosis = fourth / (spread.variance * spread.variance) - 3;
  }
  return moments;
}

double SigmaPerGame(const Sample& sample) {
  return std::sqrt(sample.games_each * SpreadOf(sample.law).variance);
}

Law MostLikelyWithMean(const Law& observed, double mean) {
  Cells b{};
  for (size_t i = 0; i < observed.size; ++i) b[i] = observed.value[i] - mean;
  const std::optional<Law> law = Tilt(observed, b);
  ROOKERY_CHECK(law.has_value());
  return *law;
}

Law MostLikelyWithT(const Law& observed, double t) {
  constexpr int kRounds = 10;
  constexpr double kSettled = 1e-10;
  if (t == 0) return MostLikelyWithMean(observed, 0.5);
  Law law = observed;
  for (int round = 0; round < kRounds; ++round) {
    const Spread spread = SpreadOf(law);
    const std::optional<Law> next =
        TiltTowardsT(observed, t, spread.mean, std::sqrt(spread.variance));
    if (!next) break;
    double change = 0;
    for (size_t i = 0; i < law.size; ++i) {
      change = std::max(change, std::abs(next->probability[i] - law.probability[i]));
    }
    law = *next;
    if (change < kSettled) return law;
  }
  // Not settled: every fixed point is looked for, and what the rounds came to is kept otherwise.
  return SearchForT(observed, t).value_or(law);
}

double LogRatio(const Law& observed, const Law& under1, const Law& under0) {
  double sum = 0;
  for (size_t i = 0; i < observed.size; ++i) {
    sum += observed.probability[i] * std::log(under1.probability[i] / under0.probability[i]);
  }
  return sum;
}

}  // namespace rookery::stats
