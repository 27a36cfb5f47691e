#include "coordinator/stats/error_spread.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/check.h"
#include "coordinator/stats/normal.h"

namespace rookery::stats {
namespace {

constexpr double kPriorObservations = 2;
constexpr double kCoinToss = 0.25;  // variance of one game

// 97.5 % of Student's law with 2, 3, ... degrees of freedom.
constexpr std::array<double, kFewObservations - 1> kStudent = {
    4.302653, 3.182446, 2.776445, 2.570582, 2.446912, 2.364624, 2.306004, 2.262157,
    2.228139, 2.200985, 2.178813, 2.160369, 2.144787, 2.131450, 2.119905, 2.109816,
    2.100922, 2.093024, 2.085963, 2.079614, 2.073873, 2.068658, 2.063899, 2.059539,
    2.055529, 2.051831, 2.048407, 2.045230, 2.042272};

bool AreFew(double observations) {
  return static_cast<int64_t>(std::round(observations)) < kFewObservations;
}

// One degree of freedom goes to the mean, one comes with each observation of the prior.
double Degrees(double observations) { return observations + kPriorObservations - 1; }

double Quantile(double observations) {
  const auto seen = static_cast<int64_t>(std::round(observations));
  return kStudent[seen < 1 ? 0 : static_cast<size_t>(seen - 1)];
}

}  // namespace

double ErrorSpread::NormalVariance() const {
  const double wider = quantile / kZ95;
  return variance * wider * wider;
}

ErrorSpread ErrorSpreadOf(const Sample& sample) {
  ROOKERY_CHECK(sample.observations > 0);
  const double observed = MomentsOf(sample.law).variance;
  if (!AreFew(sample.observations)) return {.variance = observed, .quantile = kZ95, .few = false};
  const double squares =
      observed * sample.observations + kPriorObservations * kCoinToss / sample.games_each;
  return {.variance = squares / Degrees(sample.observations),
          .quantile = Quantile(sample.observations),
          .few = true};
}

SpreadWeights SpreadWeightsOf(double observations, double unlike) {
  if (AreFew(observations)) {
    const double wider = Quantile(observations) / kZ95;
    const double each = wider * wider / Degrees(observations);
    return {.observed = each * observations, .coin = each * kPriorObservations};
  }
  constexpr double kStays = 0.16;
  const double fading = std::max(0.0, 1 - unlike / kEnoughUnlike);
  return {.observed = 1, .coin = kStays * kPriorObservations * fading / observations};
}

}  // namespace rookery::stats
