#include "coordinator/stats/law.h"

#include <cmath>
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

}  // namespace

Sample MakeSample(const Pentanomial& counts) { return MakeSampleOf(counts, 2); }
Sample MakeSample(const Trinomial& counts) { return MakeSampleOf(counts, 1); }

Spread SpreadOf(const Law& law) {
  Spread spread;
  for (size_t i = 0; i < law.size; ++i) spread.mean += law.probability[i] * law.value[i];
  for (size_t i = 0; i < law.size; ++i) {
    const double away = law.value[i] - spread.mean;
    spread.variance += law.probability[i] * away * away;
  }
  return spread;
}

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

double LogRatio(const Law& observed, const Law& under1, const Law& under0) {
  double sum = 0;
  for (size_t i = 0; i < observed.size; ++i) {
    sum += observed.probability[i] * std::log(under1.probability[i] / under0.probability[i]);
  }
  return sum;
}

}  // namespace rookery::stats
