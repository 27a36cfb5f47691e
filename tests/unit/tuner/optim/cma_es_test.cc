#include "tuner/optim/cma_es.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "base/rng.h"
#include "tests/support/landscape.h"

namespace rookery::optim {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

// One generation on a function, best first.
template <typename Function>
void Step(CmaEs& cma, Rng& rng, const Function& cost) {
  const int count = cma.constants().population;
  MatrixXd points(cma.mean().size(), count);
  std::vector<double> costs;
  for (int i = 0; i < count; ++i) {
    VectorXd normal(cma.mean().size());
    for (double& value : normal) value = testing::Normal(rng);
    points.col(i) = cma.At(normal);
    costs.push_back(cost(VectorXd(points.col(i))));
  }
  std::vector<int> order(costs.size());
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [&](int a, int b) {
    return costs[static_cast<size_t>(a)] < costs[static_cast<size_t>(b)];
  });
  MatrixXd ranked(points.rows(), points.cols());
  for (int i = 0; i < count; ++i) ranked.col(i) = points.col(order[static_cast<size_t>(i)]);
  cma.Update(ranked);
}

TEST(CmaEs, LearnsTheShapeOfAnEllipsoidThatIsRotated) {
  // A valley of which one axis is a hundred times as long as the other, at 45 degrees.
  const auto cost = [](const VectorXd& x) {
    const double along = x[0] + x[1] - 6;
    const double across = x[0] - x[1];
    return along * along + 1e4 * across * across;
  };
  CmaEs cma(2, 1, 1);
  Rng rng(3);
  for (int i = 0; i < 300; ++i) Step(cma, rng, cost);
  EXPECT_NEAR(cma.mean()[0], 3, 1e-3);
  EXPECT_NEAR(cma.mean()[1], 3, 1e-3);
  const Eigen::SelfAdjointEigenSolver<MatrixXd> axes(cma.shape());
  EXPECT_GT(axes.eigenvalues()[1] / axes.eigenvalues()[0], 1e3);
  EXPECT_NEAR(std::abs(axes.eigenvectors()(0, 1)), std::sqrt(0.5), 0.05);
}

TEST(CmaEs, TakesSmallStepsOfNoiseAndWholeOnesOfSignal) {
  CmaEs signal(4, 1, 1);
  CmaEs noise(4, 1, 1);
  Rng rng(5);
  for (int i = 0; i < 100; ++i) {
    Step(signal, rng, [](const VectorXd& x) { return x[0]; });
    Step(noise, rng, [&](const VectorXd&) { return rng.Uniform(); });
  }
  EXPECT_GT(signal.mean_rate(), 0.5);
  EXPECT_LT(noise.mean_rate(), 0.2);
  EXPECT_LT(noise.shape_rate(), 0.3);
}

TEST(CmaEs, ManyGenerationsOfNoiseBreakNothing) {
  for (const int n : {1, 2, 7, 40}) {
    CmaEs cma(n, 1, 1);
    Rng rng(7);
    for (int i = 0; i < 200; ++i) {
      Step(cma, rng, [&](const VectorXd&) { return rng.Uniform(); });
      cma.KeepWithin(4);
    }
    EXPECT_TRUE(cma.mean().allFinite() && cma.shape().allFinite());
    EXPECT_GT(cma.sigma(), 0);
    EXPECT_LE(cma.sigma(), 4);
  }
}

TEST(CmaEs, PointsThatAreAllTheSameBreakNothing) {
  CmaEs cma(3, 1, 1);
  for (int i = 0; i < 200; ++i) cma.Update(MatrixXd::Ones(3, cma.constants().population));
  EXPECT_TRUE(cma.mean().allFinite() && cma.shape().allFinite());
  EXPECT_TRUE(cma.At(VectorXd::Ones(3)).allFinite());
}

}  // namespace
}  // namespace rookery::optim
