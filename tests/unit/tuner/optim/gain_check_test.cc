#include "tuner/optim/gain_check.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tuner/optim/parameter.h"

namespace rookery::optim {
namespace {

constexpr double kVariance = 0.2;

Eigen::VectorXd Point(double x, double y) {
  Eigen::VectorXd point(2);
  point << x, y;
  return point;
}

TEST(GainCheck, TakesTheModelAtItsWordWhereNothingWasPlayed) {
  const GainCheck::Factor factor = GainCheck(2).Compare(Point(3, 4), 0.5, kVariance, 0.4);
  EXPECT_DOUBLE_EQ(factor.value, 1);
  EXPECT_DOUBLE_EQ(factor.sd, 0.4);
}

// A model that says twice what duels of its optimum against the start show.
TEST(GainCheck, ComesToTheShareThatDuelsShow) {
  GainCheck check(2);
  const double model = 0.5 * 25;
  const double y = model / 2 / kEloPerScore;
  for (int i = 0; i < 1'000'000; ++i) check.Add(Point(3, 4), y);
  const GainCheck::Factor factor = check.Compare(Point(3, 4), 0.5, kVariance, 0.4);
  EXPECT_NEAR(factor.value, 0.5, 0.01);
  // Of a mean of as many pairs, as a share of the model's gain.
  EXPECT_NEAR(factor.sd, kEloPerScore * std::sqrt(kVariance / 1e6) / model, 0.001);
}

// Half way to the optimum a parabola has three quarters of its gain.
TEST(GainCheck, ReadsDuelsOfEarlierCentresByTheParabola) {
  GainCheck check(2);
  const double y = 0.75 * 0.5 * 25 / kEloPerScore;
  for (int i = 0; i < 1'000'000; ++i) check.Add(Point(1.5, 2), y);
  EXPECT_NEAR(check.Compare(Point(3, 4), 0.5, kVariance, 0.4).value, 1, 0.01);
}

}  // namespace
}  // namespace rookery::optim
