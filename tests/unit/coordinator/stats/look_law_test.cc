#include "coordinator/stats/look_law.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "base/rng.h"
#include "coordinator/stats/normal.h"

namespace rookery::stats {
namespace {

double WorseByLooks(const BoundedMotion& motion, const Looks& looks, double position) {
  return LookLaw(motion, looks).Worse(motion.drift, position);
}

constexpr BoundedMotion kMotion{.lower = -2.9, .upper = 2.9, .drift = 0.01, .variance = 0.015};

TEST(LookLaw, IsTheNormalLawAtTheFirstLook) {
  const double z = (1.5 - 0.01 * 64) / std::sqrt(0.015 * 64);
  EXPECT_NEAR(WorseByLooks(kMotion, {.every = 64, .time = 64}, 1.5), NormalCdf(z), 1e-14);
}

TEST(LookLaw, CountsEveryTestOnce) {
  // Whatever comes, a test ends somewhere: at an endless position everything is worse.
  EXPECT_NEAR(WorseByLooks(kMotion, {.every = 64, .time = 320}, 1e3) +
                  WorseByLooks({.lower = -2.9, .upper = 2.9, .drift = -0.01, .variance = 0.015},
                               {.every = 64, .time = 320}, -1e3),
              1, 1e-9);
}

TEST(LookLaw, ComesToTheMotionThatIsAlwaysLookedAt) {
  // 50 looks: what is left is the excess over the bounds, moved out by 0.583 steps.
  const Looks looks{.every = 8, .time = 400};
  BoundedMotion moved = kMotion;
  const double excess = 0.5825971579390106 * std::sqrt(kMotion.variance * looks.every);
  moved.lower -= excess;
  moved.upper += excess;
  const double position = 1;
  EXPECT_NEAR(WorseByLooks(kMotion, looks, position), WorseProbability(moved, 400, position), 0.02);
}

// The slow twin: walks drawn one by one.
TEST(LookLaw, AgreesWithWalksDrawnOneByOne) {
  Rng rng(5);
  const Looks looks{.every = 64, .time = 300};  // a last step of 44
  const double position = 0.7;
  constexpr int kWalks = 40'000;
  int worse = 0;
  const auto normal = [&rng] { return NormalQuantile(rng.Uniform() + 0x1p-54); };
  for (int walk = 0; walk < kWalks; ++walk) {
    double x = 0;
    double time = 0;
    while (true) {
      const double step = std::min(looks.every, looks.time - time);
      x += kMotion.drift * step + std::sqrt(kMotion.variance * step) * normal();
      time += step;
      if (time >= looks.time || x < kMotion.lower || x > kMotion.upper) break;
    }
    worse += time < looks.time ? x < kMotion.lower : x <= position;
  }
  const double p = WorseByLooks(kMotion, looks, position);
  EXPECT_NEAR(static_cast<double>(worse) / kWalks, p, 4 * std::sqrt(p * (1 - p) / kWalks));
}

// The slow twin: the density of that very drift, stepped on a grid of its own by Simpson's rule.
double WorseStepByStep(const BoundedMotion& motion, const Looks& looks, double position) {
  constexpr size_t kGrid = 600;
  const double h = (motion.upper - motion.lower) / kGrid;
  const auto x = [&](size_t i) { return motion.lower + h * static_cast<double>(i); };
  const auto weight = [&](size_t i) {
    return h / 3 * (i == 0 || i == kGrid ? 1 : i % 2 == 1 ? 4 : 2);
  };
  std::vector<double> density(kGrid + 1);
  double worse = 0;
  for (double time = 0; time < looks.time;) {
    const double step = std::min(looks.every, looks.time - time);
    const double spread = std::sqrt(motion.variance * step);
    const double shift = motion.drift * step;
    const bool last = time + step >= looks.time;
    const double below = last ? position : motion.lower;
    const auto density_of = [&](double z) {
      return std::exp(-z * z / 2) / (spread * std::sqrt(2 * std::numbers::pi));
    };
    std::vector<double> next(kGrid + 1);
    if (time == 0) {
      worse += NormalCdf((below - shift) / spread);
      for (size_t to = 0; to <= kGrid; ++to) next[to] = density_of((x(to) - shift) / spread);
    }
    for (size_t from = 0; time > 0 && from <= kGrid; ++from) {
      const double mass = weight(from) * density[from];
      worse += mass * NormalCdf((below - x(from) - shift) / spread);
      if (last) continue;
      for (size_t to = 0; to <= kGrid; ++to) {
        next[to] += mass * density_of((x(to) - x(from) - shift) / spread);
      }
    }
    density.swap(next);
    time += step;
  }
  return worse;
}

TEST(LookLaw, AgreesWithTheDensityOfThatDriftSteppedOnAFineGrid) {
  for (const double drift : {-0.02, -0.004, 0.0, 0.0075, 0.05}) {
    for (const double time : {100.0, 300.0, 640.0}) {
      const BoundedMotion motion{.lower = -2.9, .upper = 4.5, .drift = drift, .variance = 0.015};
      const Looks looks{.every = 64, .time = time};
      for (const double position : {-3.5, -1.0, 0.7, 4.6}) {
        EXPECT_NEAR(WorseByLooks(motion, looks, position), WorseStepByStep(motion, looks, position),
                    1e-9)
            << drift << " " << time << " " << position;
      }
    }
  }
}

// A drift against a bound that is far away in steps lifts what was next to nothing without it.
TEST(LookLaw, FallsAsTheDriftRisesThoughABoundIsFarAway) {
  const BoundedMotion strip{.lower = -19.3, .upper = 0.96, .drift = 0, .variance = 0.00284};
  const LookLaw law(strip, {.every = 567, .time = 2371});
  double before = 1;
  for (double drift = -0.05; drift < 0.02; drift += 0.0005) {
    const double worse = law.Worse(drift, 464);
    EXPECT_LE(worse, before + 1e-9) << drift;
    before = worse;
    BoundedMotion motion = strip;
    motion.drift = drift;
    EXPECT_NEAR(worse, WorseStepByStep(motion, {.every = 567, .time = 2371}, 464), 1e-6) << drift;
  }
}

TEST(LookLaw, IsANumberForAnyDrift) {
  for (const double drift : {-1e6, -30.0, 30.0, 1e6}) {
    const double worse =
        WorseByLooks({.lower = -2.9, .upper = 2.9, .drift = drift, .variance = 0.015},
                     {.every = 64, .time = 6400}, 0);
    EXPECT_NEAR(worse, drift < 0 ? 1 : 0, 1e-9) << drift;
  }
}

TEST(LookLaw, IsMeantForFewLongSteps) {
  EXPECT_TRUE(AreFew(kMotion, {.every = 64, .time = 640}));
  EXPECT_FALSE(AreFew(kMotion, {.every = 1, .time = 640}));
  EXPECT_FALSE(AreFew(kMotion, {.every = 8, .time = 1e6}));
}

}  // namespace
}  // namespace rookery::stats
