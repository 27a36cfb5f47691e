#include "coordinator/stats/law.h"

#include <algorithm>
#include <cmath>
#include <limits>
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

// The root x of sum p_i b_i / (1 + x b_i) = 0 between its poles, where the sum falls from plus to
// minus infinity. None if all b have one sign. Newton's method, with bisection where a step would
// leave the bracket; the step is measured against the distance to the poles, because what matters
// is the relative error of 1 + x b.
std::optional<double> SecularRoot(const Law& law, const Cells& b) {
  const auto [min, max] = std::minmax_element(b.begin(), b.begin() + law.size);
  if (!(*min < 0 && *max > 0)) return std::nullopt;
  const double first_pole = -1 / *max;
  const double last_pole = -1 / *min;
  double low = first_pole;
  double high = last_pole;
  double x = 0;
  for (int round = 0; round < 200; ++round) {
    double sum = 0;
    double slope = 0;
    for (size_t i = 0; i < law.size; ++i) {
      const double term = b[i] / (1 + x * b[i]);
      sum += law.probability[i] * term;
      slope += law.probability[i] * term * term;
    }
    (sum > 0 ? low : high) = x;
    const double step = sum / slope;
    const double scale = std::min(x - first_pole, last_pole - x);
    double next = x + step;
    if (next > low && next < high) {
      if (std::abs(step) <= 1e-8 * scale) return next;
    } else {
      next = low + (high - low) / 2;
      if (next <= low || next >= high) return x;  // neighbouring doubles
    }
    x = next;
  }
  return x;
}

std::optional<Law> Tilt(const Law& observed, const Cells& b) {
  const std::optional<double> x = SecularRoot(observed, b);
  if (!x) return std::nullopt;
  Law tilted = observed;
  for (size_t i = 0; i < observed.size; ++i) {
    // Rounding may bring a cell that lies next to a pole to zero or below.
    const double weight = std::max(1 + *x * b[i], std::numeric_limits<double>::epsilon());
    tilted.probability[i] /= weight;
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

// Every fixed point in sigma on a grid, and of them the most likely.
Law SearchForT(const Law& observed, double t) {
  constexpr int kGrid = 400;
  constexpr double kSmallest = 1e-6;
  const double largest = std::min(0.5, 0.5 / std::abs(t));
  std::optional<Attempt> nearest;
  std::optional<Law> best;
  std::optional<Attempt> before;
  double sigma_before = 0;
  for (int i = 0; i <= kGrid; ++i) {
    const double sigma = largest * std::pow(kSmallest, 1 - static_cast<double>(i) / kGrid);
    const std::optional<Attempt> attempt = AttemptAt(observed, t, sigma);
    if (attempt && (!nearest || std::abs(attempt->gap) < std::abs(nearest->gap))) nearest = attempt;
    if (attempt && before && (attempt->gap > 0) != (before->gap > 0)) {
      const Attempt root = Bisect(observed, t, sigma_before, sigma, *before);
      const bool real = std::abs(root.gap) < 1e-6;  // not a jump between two branches
      if (real && (!best || LogLikelihood(observed, root.law) > LogLikelihood(observed, *best))) {
        best = root.law;
      }
    }
    before = attempt;
    sigma_before = sigma;
  }
  if (best) return *best;
  return nearest ? nearest->law : observed;
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
  return SearchForT(observed, t);
}

double LogRatio(const Law& observed, const Law& under1, const Law& under0) {
  double sum = 0;
  for (size_t i = 0; i < observed.size; ++i) {
    sum += observed.probability[i] * std::log(under1.probability[i] / under0.probability[i]);
  }
  return sum;
}

}  // namespace rookery::stats
