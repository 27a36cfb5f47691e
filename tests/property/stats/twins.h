// Slow and obvious twins of coordinator/stats, by other methods than the ones tested: searches over
// the simplex, summation over paths, numerical integration. Tests only; any thread.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <vector>

#include "base/rng.h"
#include "coordinator/stats/law.h"
#include "coordinator/stats/secular.h"

namespace rookery::stats {

// The likeliest law with a given mean, by bisection on the tilt x in p_i / (1 + x (a_i - mean)),
// written with the mean's own formula and no other precaution.
inline Law TwinWithMean(const Law& observed, double mean) {
  double low = -1 / (observed.value[observed.size - 1] - mean);
  double high = -1 / (observed.value[0] - mean);
  const auto mean_at = [&](double x) {
    double sum = 0;
    for (size_t i = 0; i < observed.size; ++i) {
      const double away = observed.value[i] - mean;
      sum += observed.probability[i] * away / (1 + x * away);
    }
    return sum;
  };
  for (int i = 0; i < 300; ++i) {
    const double middle = (low + high) / 2;
    (mean_at(middle) > 0 ? low : high) = middle;
  }
  Law law = observed;
  for (size_t i = 0; i < observed.size; ++i) {
    law.probability[i] /= 1 + (low + high) / 2 * (observed.value[i] - mean);
  }
  return law;
}

// The likelihood of the likeliest law with a given t, found without fixed points: for each standard
// deviation on a fine grid, mean and variance are both given, and the likeliest law with both is
// found by Newton's method on its two multipliers (a concave problem).
inline double TwinLogLikelihoodAtT(const Law& observed, double t) {
  double best = -1e300;
  for (int k = 1; k < 4000; ++k) {
    const double sigma = 0.5 * k / 4000;
    const double mean = 0.5 + t * sigma;
    if (mean <= 0 || mean >= 1) continue;
    double x = 0;
    double y = 0;
    std::array<double, kMostCells> weight{};
    bool settled = false;
    for (int round = 0; round < 60 && !settled; ++round) {
      double gx = 0, gy = 0, xx = 0, xy = 0, yy = 0;
      for (size_t i = 0; i < observed.size; ++i) {
        const double a = observed.value[i] - mean;
        const double b = a * a - sigma * sigma;
        weight[i] = 1 + x * a + y * b;
        const double p = observed.probability[i] / weight[i];
        gx += p * a;
        gy += p * b;
        xx += p * a * a / weight[i];
        xy += p * a * b / weight[i];
        yy += p * b * b / weight[i];
      }
      settled = std::abs(gx) + std::abs(gy) < 1e-12;
      const double determinant = xx * yy - xy * xy;
      if (!(determinant > 0)) break;
      double dx = (yy * gx - xy * gy) / determinant;
      double dy = (xx * gy - xy * gx) / determinant;
      for (int halving = 0; halving < 60; ++halving, dx /= 2, dy /= 2) {
        bool inside = true;
        for (size_t i = 0; i < observed.size; ++i) {
          const double a = observed.value[i] - mean;
          inside = inside && 1 + (x + dx) * a + (y + dy) * (a * a - sigma * sigma) > 0;
        }
        if (inside) break;
      }
      x += dx;
      y += dy;
    }
    if (!settled) continue;
    double sum = 0;
    for (size_t i = 0; i < observed.size; ++i) {
      sum += observed.probability[i] * std::log(observed.probability[i] / weight[i]);
    }
    best = std::max(best, sum);
  }
  return best;
}

// The same where nearly all observations fell into one cell, too steep for that grid: every sigma
// on a fine geometric grid is tried as a fixed point of the linearised constraint, each change of
// sign is halved down, and of the laws that have that t the likeliest is taken. 1 if there is none.
inline double TwinLogLikelihoodByScan(const Law& observed, double t) {
  const auto tilted = [&](double sigma) {
    Cells b{};
    for (size_t i = 0; i < observed.size; ++i) {
      const double z = (0.5 + t * sigma - observed.value[i]) / sigma;
      b[i] = observed.value[i] - 0.5 - t * sigma * (1 + z * z) / 2;
    }
    return Tilt(observed, b);
  };
  const auto sd = [](const Law& law) { return std::sqrt(MomentsOf(law).variance); };
  double best = 1;
  for (double sigma = 0.5; sigma > 1e-7; sigma *= 0.99) {
    double high = sigma;
    double low = sigma * 0.99;
    const std::optional<Law> at_high = tilted(high);
    const std::optional<Law> at_low = tilted(low);
    if (!at_high || !at_low) continue;
    const bool low_leads_up = sd(*at_low) > low;
    if ((sd(*at_high) > high) == low_leads_up) continue;
    for (int i = 0; i < 60; ++i) {
      const double middle = (low + high) / 2;
      const std::optional<Law> law = tilted(middle);
      if (!law) break;
      ((sd(*law) > middle) == low_leads_up ? low : high) = middle;
    }
    const std::optional<Law> law = tilted(low);
    if (!law || std::abs((MomentsOf(*law).mean - 0.5) / sd(*law) / t - 1) > 1e-9) continue;
    double sum = 0;
    for (size_t i = 0; i < observed.size; ++i) {
      sum += observed.probability[i] * std::log(law->probability[i]);
    }
    if (best > 0 || sum > best) best = sum;
  }
  return best;
}

// WorseProbability by a lattice: the motion as a walk of many small steps, summed exactly over all
// paths. Error of the order of one over the number of sites.
inline double TwinWorse(double lower, double upper, double gamma, double spread, double position) {
  const int sites = 1200;
  const double h = (upper - lower) / sites;
  const double steps = std::ceil(spread * spread / (h * h));
  const double scale = spread / std::sqrt(steps);  // a step's standard deviation
  const double up = 0.5 * (1 + std::tanh(gamma * scale));
  const int below = static_cast<int>(std::lround(-lower / scale));
  const int above = static_cast<int>(std::lround(upper / scale));
  std::vector<double> now(static_cast<size_t>(below + above + 1), 0);
  std::vector<double> next(now.size(), 0);
  now[static_cast<size_t>(below)] = 1;
  double lost = 0;
  for (double step = 0; step < steps; ++step) {
    std::fill(next.begin(), next.end(), 0);
    for (size_t i = 1; i + 1 < now.size(); ++i) {
      next[i + 1] += up * now[i];
      next[i - 1] += (1 - up) * now[i];
    }
    lost += next.front();
    next.front() = next.back() = 0;
    now.swap(next);
  }
  for (size_t i = 0; i < now.size(); ++i) {
    const double x = (static_cast<double>(i) - below) * scale;
    if (x <= position) lost += now[i];
  }
  return lost;
}

// Counts of every kind: empty, one-sided, tiny, huge.
inline Pentanomial AnyCounts(Rng& rng) {
  Pentanomial counts{};
  const double size = std::pow(10.0, 9 * rng.Uniform());
  for (int64_t& count : counts) {
    if (rng.Chance(0.3)) continue;
    count = static_cast<int64_t>(size * rng.Uniform());
  }
  return counts;
}

}  // namespace rookery::stats
