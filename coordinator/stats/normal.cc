#include "coordinator/stats/normal.h"

#include <cmath>
#include <numbers>

#include "base/check.h"

namespace rookery::stats {
namespace {

const double kLogSqrt2Pi = 0.5 * std::log(2 * std::numbers::pi);

// A first guess good to 1e-9 relative, on the lower half.
double LowerQuantileGuess(double probability) {
  if (probability < 0.02425) {
    const double q = std::sqrt(-2 * std::log(probability));
    const double above =
        ((((-7.784894002430293e-03 * q - 3.223964580411365e-01) * q - 2.400758277161838e+00) * q -
          2.549732539343734e+00) *
             q +
         4.374664141464968e+00) *
            q +
        2.938163982698783e+00;
    const double below =
        (((7.784695709041462e-03 * q + 3.224671290700398e-01) * q + 2.445134137142996e+00) * q +
         3.754408661907416e+00) *
            q +
        1;
    return above / below;
  }
  const double q = probability - 0.5;
  const double r = q * q;
  const double above =
      (((((-3.969683028665376e+01 * r + 2.209460984245205e+02) * r - 2.759285104469687e+02) * r +
         1.383577518672690e+02) *
            r -
        3.066479806614716e+01) *
           r +
       2.506628277459239e+00) *
      q;
  const double below =
      ((((-5.447609879822406e+01 * r + 1.615858368580409e+02) * r - 1.556989798598866e+02) * r +
        6.680131188771972e+01) *
           r -
       1.328068155288572e+01) *
          r +
      1;
  return above / below;
}

}  // namespace

double NormalCdf(double z) { return 0.5 * std::erfc(-z * std::numbers::sqrt2 / 2); }

double LogNormalCdf(double z) {
  if (z > -36) return std::log(NormalCdf(z));
  // Asymptotic series of Mills' ratio; at z = -36 its fourth term is 1e-10 of the first.
  const double w = 1 / (z * z);
  return -z * z / 2 - std::log(-z) - kLogSqrt2Pi + std::log1p(-w * (1 - 3 * w * (1 - 5 * w)));
}

double NormalQuantile(double probability) {
  ROOKERY_CHECK(probability > 0 && probability < 1);
  if (probability > 0.5) return -NormalQuantile(1 - probability);
  const double guess = LowerQuantileGuess(probability);
  const double density = std::exp(-guess * guess / 2 - kLogSqrt2Pi);
  if (density == 0) return guess;
  const double step = (NormalCdf(guess) - probability) / density;
  return guess - step / (1 + guess * step / 2);
}

}  // namespace rookery::stats
