#include "coordinator/stats/error_spread.h"

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

}  // namespace

double ErrorSpread::NormalVariance() const {
  const double wider = quantile / kZ95;
  return variance * wider * wider;
}

ErrorSpread ErrorSpreadOf(const Sample& sample) {
  const auto seen = static_cast<int64_t>(std::round(sample.observations));
  ROOKERY_CHECK(sample.observations > 0);
  const double observed = MomentsOf(sample.law).variance;
  if (seen >= kFewObservations) return {.variance = observed, .quantile = kZ95, .few = false};
  // One degree of freedom goes to the mean, one comes with each observation of the prior.
  const double squares =
      observed * sample.observations + kPriorObservations * kCoinToss / sample.games_each;
  const double degrees = sample.observations + kPriorObservations - 1;
  const size_t row = seen < 1 ? 0 : static_cast<size_t>(seen - 1);
  return {.variance = squares / degrees, .quantile = kStudent[row], .few = true};
}

}  // namespace rookery::stats
