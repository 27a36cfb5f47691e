// Roots of monotone functions of one variable. Pure; any thread.
#pragma once

#include <cmath>
#include <optional>
#include <utility>

#include "base/check.h"

namespace rookery::stats {

// A point within `tolerance` of where a continuous f changes sign between low and high, whose
// values f_low and f_high differ in sign (CHECK). Never fails: at most 200 rounds, each of which
// keeps the bracket. Source: the Illinois variant of regula falsi (Dowell and Jarratt, 1971), with
// a bisection whenever three rounds did not halve the bracket.
template <typename F>
double FindRoot(F f, std::pair<double, double> at_low, std::pair<double, double> at_high,
                double tolerance) {
  auto [low, f_low] = at_low;
  auto [high, f_high] = at_high;
  ROOKERY_CHECK((f_low <= 0) != (f_high <= 0) || f_low == 0 || f_high == 0);
  if (f_low == 0) return low;
  if (f_high == 0) return high;
  double width_before = high - low;
  for (int round = 0; round < 200 && high - low > tolerance; ++round) {
    double x = low - f_low * (high - low) / (f_high - f_low);
    const bool third = round % 3 == 2;
    if (third && high - low > width_before / 2) x = low + (high - low) / 2;
    if (third) width_before = high - low;
    // Close to an end, step a tolerance inside, so that the other end can follow.
    if (x < low + tolerance / 2) x = low + tolerance / 2;
    if (x > high - tolerance / 2) x = high - tolerance / 2;
    const double value = f(x);
    if (value == 0) return x;
    if ((value > 0) == (f_high > 0)) {
      high = x;
      f_high = value;
      f_low /= 2;
    } else {
      low = x;
      f_low = value;
      f_high /= 2;
    }
  }
  return low + (high - low) / 2;
}

// The same by the secant method, for an f that rises and is nearly a line there: from `guess`, with
// the slope that is expected. In four or five values of f, within 1e-9 of 1 / slope; none if f
// bends too much for that or the root lies beyond `low` or `high`: then look for it with FindRoot.
template <typename F>
std::optional<double> FindRootNear(F f, double guess, double slope,
                                   std::pair<double, double> ends) {
  constexpr int kRounds = 8;
  constexpr double kSettled = 1e-7;  // the step after it is the square of that, or nearly
  const double settled = kSettled / slope;
  double x = guess;
  double value = f(x);
  for (int round = 0; round < kRounds; ++round) {
    const double next = x - value / slope;
    if (!(next > ends.first && next < ends.second)) return std::nullopt;
    if (std::abs(next - x) < settled) return next;
    const double there = f(next);
    slope = (there - value) / (next - x);
    if (!(slope > 0)) return std::nullopt;
    x = next;
    value = there;
  }
  return std::nullopt;
}

}  // namespace rookery::stats
