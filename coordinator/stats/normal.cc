#include "coordinator/stats/normal.h"

#include <array>
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

// Values and densities at every 32nd of a unit from -9 to 9; made once and never changed.
constexpr int kTablePerUnit = 32;
constexpr int kTableReach = 9;
struct TableRow {
  double cdf;
  double density;
};
using Table = std::array<TableRow, 2 * kTableReach * kTablePerUnit + 1>;
const Table& CdfTable() {
  static const Table table = [] {
    Table made{};
    for (size_t i = 0; i < made.size(); ++i) {
      const double z = static_cast<double>(i) / kTablePerUnit - kTableReach;
      made[i] = {NormalCdf(z), std::exp(-z * z / 2 - kLogSqrt2Pi)};
    }
    return made;
  }();
  return table;
}

}  // namespace

double NormalCdf(double z) { return 0.5 * std::erfc(-z * std::numbers::sqrt2 / 2); }

// Taylor's series around the nearest row, whose derivatives are Hermite's polynomials.
double NormalCdfByTable(double z) {
  if (!(z > -kTableReach)) return 0;
  if (z >= kTableReach) return 1;
  const double place = (z + kTableReach) * kTablePerUnit;
  const auto row = static_cast<size_t>(place + 0.5);
  const TableRow& from = CdfTable()[row];
  const double x = static_cast<double>(row) / kTablePerUnit - kTableReach;
  const double d = z - x;
  const double x2 = x * x;
  const double fifth = (x2 - 6) * x2 + 3;
  const double sixth = -((x2 - 10) * x2 + 15) * x;
  const double series =
      1 + d * (-x / 2 +
               d * ((x2 - 1) / 6 + d * (-(x2 - 3) * x / 24 + d * (fifth / 120 + d * sixth / 720))));
  return from.cdf + from.density * d * series;
}

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
