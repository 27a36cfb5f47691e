#include "coordinator/stats/look_law.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "base/rng.h"
#include "coordinator/stats/normal.h"

namespace rookery::stats {
namespace {

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

TEST(LookLaw, IsMeantForFewLongSteps) {
  EXPECT_TRUE(AreFew(kMotion, {.every = 64, .time = 640}));
  EXPECT_FALSE(AreFew(kMotion, {.every = 1, .time = 640}));
  EXPECT_FALSE(AreFew(kMotion, {.every = 8, .time = 1e6}));
}

}  // namespace
}  // namespace rookery::stats
