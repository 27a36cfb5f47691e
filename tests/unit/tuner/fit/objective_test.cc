// The derivatives against differences of the loss, and of the sums against plain loops.
#include "tuner/fit/objective.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/rng.h"
#include "tuner/fit/fit_weights.h"

namespace rookery::fit {
namespace {

constexpr double kK = 2;

TraceSet RandomData(int positions) {
  Rng rng(11);
  TraceSet data;
  for (int i = 0; i < positions; ++i) {
    eval::Trace trace;
    trace.phase = static_cast<int>(rng.Below(25));
    if (rng.Chance(0.3)) trace.scales = {6, 48};
    for (auto& counts : trace.eighths) {
      if (rng.Chance(0.3)) counts = {static_cast<int>(rng.Below(24)), 8};
    }
    data.Add(trace, {0.5 * static_cast<double>(rng.Below(3)), static_cast<int>(rng.Below(200)) - 50,
                     static_cast<uint64_t>(i / 5)});
  }
  data.Blend(0.5, 1.5);
  return data;
}

TEST(Objective, GradientAndCurvatureAreDifferencesOfTheLoss) {
  const TraceSet data = RandomData(300);
  const Objective objective(&data, 2);
  const Eigen::VectorXd weights = ToVector(params::Weights());
  const Derivatives at = objective.DerivativesAt(weights, kK);
  EXPECT_NEAR(at.log_loss, objective.LossOf(weights, kK).log_loss, 1e-9);
  constexpr double kStep = 1e-3;
  for (int i = 0; i < kScalars; ++i) {
    Eigen::VectorXd up = weights;
    Eigen::VectorXd down = weights;
    up[i] += kStep;
    down[i] -= kStep;
    const double slope =
        (objective.LossOf(up, kK).log_loss - objective.LossOf(down, kK).log_loss) / (2 * kStep);
    EXPECT_NEAR(at.gradient[i], slope, 1e-6) << i;
    if (i % 64 != 0) continue;
    const Eigen::VectorXd row =
        (objective.DerivativesAt(up, kK).gradient - objective.DerivativesAt(down, kK).gradient) /
        (2 * kStep);
    EXPECT_LT((at.hessian.col(i) - row).cwiseAbs().maxCoeff(), 1e-6) << i;
  }
}

TEST(Objective, TakesThePositionsOfAGameTogether) {
  const TraceSet data = RandomData(300);
  const Objective objective(&data, 1);
  const Eigen::VectorXd weights = ToVector(params::Weights());
  Eigen::MatrixXd expected = Eigen::MatrixXd::Zero(kScalars, kScalars);
  ASSERT_EQ(data.games(), 60);
  for (size_t game = 0; game < data.games(); ++game) {
    Eigen::VectorXd gradient = Eigen::VectorXd::Zero(kScalars);
    for (size_t i = data.game_begin(game); i < data.game_begin(game + 1); ++i) {
      double mg = 0;
      double eg = 0;
      for (const TraceSet::Entry& entry : data.entries(i)) {
        mg += entry.eighths * weights[2 * entry.term];
        eg += entry.eighths * weights[2 * entry.term + 1];
      }
      const TraceSet::Row& row = data.row(i);
      const double full = mg * row.phase + eg * (24 - row.phase);
      const double unit = (full >= 0 ? row.scale_white : row.scale_black) / (24.0 * 8 * 64);
      const double chance = 1 / (1 + std::exp(-kK * full * unit / 400));
      for (const TraceSet::Entry& entry : data.entries(i)) {
        const double slope = kK / 400 * (chance - static_cast<double>(row.target)) * unit;
        gradient[2 * entry.term] += slope * entry.eighths * row.phase;
        gradient[2 * entry.term + 1] += slope * entry.eighths * (24 - row.phase);
      }
    }
    expected += gradient * gradient.transpose();
  }
  EXPECT_LT((objective.GameProducts(weights, kK) - expected).cwiseAbs().maxCoeff(), 1e-9);
}

TEST(Objective, WorksOnFewerGamesThanLanes) {
  const TraceSet data = RandomData(7);
  const Objective objective(&data, 4);
  EXPECT_GT(objective.LossOf(ToVector(params::Weights()), kK).log_loss, 0);
  const TraceSet none;
  EXPECT_EQ(Objective(&none, 1).LossOf(ToVector(params::Weights()), kK).log_loss, 0);
}

}  // namespace
}  // namespace rookery::fit
