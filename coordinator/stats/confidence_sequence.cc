#include "coordinator/stats/confidence_sequence.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/check.h"
#include "coordinator/stats/elo_scale.h"
#include "coordinator/stats/law.h"
#include "coordinator/stats/root.h"

namespace rookery::stats {
namespace {

constexpr int kShares = 40;
constexpr double kLargestShare = 0.9;

// ln of the mean capital of those who bet that the mean is above m, on points counted from below.
double LogCapital(const Pentanomial& counts, double m) {
  std::array<double, kShares> logs{};
  double share = kLargestShare;
  for (double& log_capital : logs) {
    for (size_t i = 0; i < counts.size(); ++i) {
      if (counts[i] == 0) continue;
      log_capital +=
          static_cast<double>(counts[i]) * std::log1p(share * (static_cast<double>(i) / 4 - m));
    }
    share /= std::sqrt(2.0);
  }
  const double top = *std::max_element(logs.begin(), logs.end());
  double sum = 0;
  for (const double log_capital : logs) sum += std::exp(log_capital - top);
  return top + std::log(sum / kShares);
}

// The smallest mean that isn't refuted; the capital falls as m rises.
double LowerEnd(const Pentanomial& counts, double alpha) {
  const double limit = std::log(2 / alpha);  // half of alpha for each side
  const auto short_of = [&](double m) { return limit - LogCapital(counts, m); };
  // The capital's logarithm is nearly half of a square of standard errors, less what the spreading
  // over shares costs.
  constexpr double kErrors = 3.4;
  const Sample sample = MakeSample(counts);
  const Moments moments = MomentsOf(sample.law);
  const double error = std::sqrt(moments.variance / sample.observations);
  const double guess = moments.mean - kErrors * error;
  if (guess > 0 && guess < 1) {
    const auto near = FindRootNear(short_of, guess, kErrors / error, {0.0, 1.0});
    if (near.has_value()) return *near;
  }
  const double at_zero = short_of(0);
  const double at_one = short_of(1);
  if (at_zero >= 0) return 0;
  if (at_one <= 0) return 1;
  return FindRoot(short_of, {0, at_zero}, {1, at_one}, 1e-10);
}

}  // namespace

Interval AlwaysValidScore(const Pentanomial& counts, double alpha) {
  ROOKERY_CHECK(alpha > 0 && alpha < 1);
  Interval score{.value = 0.5, .low = 0, .high = 1};
  const int64_t pairs = Total(counts);
  if (pairs == 0) return score;
  const Pentanomial mirrored = {counts[4], counts[3], counts[2], counts[1], counts[0]};
  score.value = *FixedReport(counts).score;
  score.low = LowerEnd(counts, alpha);
  score.high = 1 - LowerEnd(mirrored, alpha);
  return score;
}

std::optional<Interval> AlwaysValidElo(const Pentanomial& counts, double alpha) {
  if (Total(counts) == 0) return std::nullopt;
  const Interval score = AlwaysValidScore(counts, alpha);
  return Interval{.value = ScoreToEloClamped(score.value),
                  .low = ScoreToEloClamped(score.low),
                  .high = ScoreToEloClamped(score.high)};
}

}  // namespace rookery::stats
