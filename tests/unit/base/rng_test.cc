#include "base/rng.h"

#include <gtest/gtest.h>

#include <array>

namespace rookery {
namespace {

TEST(Rng, SameSeedGivesTheSameNumbersForEver) {
  // Pinned: a change here would make stored runs unreplayable.
  Rng rng(42);
  const std::array<uint64_t, 3> first = {rng.Next(), rng.Next(), rng.Next()};
  EXPECT_EQ(first, (std::array<uint64_t, 3>{1546998764402558742u, 6990951692964543102u,
                                            12544586762248559009u}));
}

TEST(Rng, ForkDependsOnTheNameAndNotOnWhatWasDrawn) {
  const Rng rng(7);
  EXPECT_EQ(rng.Fork("openings").Next(), rng.Fork("openings").Next());
  EXPECT_NE(rng.Fork("openings").Next(), rng.Fork("engines").Next());
  EXPECT_NE(rng.Fork(1).Next(), rng.Fork(2).Next());
}

TEST(Rng, BelowIsUniform) {
  // Chi-square with 9 degrees of freedom; 33.7 is exceeded with probability 1e-4.
  Rng rng(3);
  std::array<int, 10> counts{};
  for (int i = 0; i < 100'000; ++i) ++counts[rng.Below(10)];
  double chi2 = 0;
  for (const int count : counts) chi2 += (count - 10'000.0) * (count - 10'000.0) / 10'000.0;
  EXPECT_LT(chi2, 33.7);
}

TEST(Rng, UniformStaysBelowOne) {
  Rng rng(5);
  for (int i = 0; i < 10'000; ++i) {
    const double value = rng.Uniform();
    ASSERT_GE(value, 0.0);
    ASSERT_LT(value, 1.0);
  }
}

}  // namespace
}  // namespace rookery
