#include "coordinator/stats/root.h"

#include <gtest/gtest.h>

#include <cmath>

namespace rookery::stats {
namespace {

TEST(Root, FindsRootsOfSteepAndFlatFunctions) {
  const auto find = [](auto f, double low, double high) {
    return FindRoot(f, {low, f(low)}, {high, f(high)}, 1e-12);
  };
  EXPECT_NEAR(find([](double x) { return x * x - 2; }, 0, 100), std::sqrt(2), 1e-11);
  EXPECT_NEAR(find([](double x) { return 1 - x; }, -1e3, 1e3), 1, 1e-11);
  EXPECT_NEAR(find([](double x) { return std::atan(1e6 * (x - 0.3)); }, -1e3, 1e3), 0.3, 1e-11);
  EXPECT_NEAR(find([](double x) { return std::expm1(x - 20); }, -100, 100), 20, 1e-11);
}

TEST(Root, TakesAnEndThatIsARoot) {
  EXPECT_EQ(FindRoot([](double x) { return x; }, {0, 0}, {1, 1}, 1e-9), 0);
  EXPECT_EQ(FindRoot([](double x) { return x; }, {-1, -1}, {0, 0}, 1e-9), 0);
}

TEST(FindRootNear, FindsWhatTheBracketFindsInFewValues) {
  for (const double shift : {-2.0, -0.3, 0.0, 0.7, 3.0}) {
    int values = 0;
    const auto f = [&](double x) {
      ++values;
      return std::sinh((x - shift) / 4);
    };
    const std::optional<double> near = FindRootNear(f, 0, 0.25, {-10, 10});
    ASSERT_TRUE(near.has_value());
    EXPECT_LE(values, 6);
    EXPECT_NEAR(*near, FindRoot(f, {-10, f(-10)}, {10, f(10)}, 1e-12), 1e-8);
  }
}

TEST(FindRootNear, LeavesWhatBendsTooMuchOrLiesElsewhere) {
  const auto flat = [](double x) { return x < 5 ? -1.0 : x - 5; };
  EXPECT_FALSE(FindRootNear(flat, 0, 1, {-10, 10}).has_value());
  const auto beyond = [](double x) { return x - 20; };
  EXPECT_FALSE(FindRootNear(beyond, 0, 1, {-10, 10}).has_value());
}

}  // namespace
}  // namespace rookery::stats
