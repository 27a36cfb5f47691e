// What a fit minimises: the log loss of predicted against labelled results over all positions,
//   sum -(r ln s + (1-r) ln(1-s)),  s = 1 / (1 + exp(-k E / 400)),
// E being the evaluation in centipawns, White's view, and r the target. It is convex in the weights
// as long as no endgame's scale changes hands; derivatives are exact on either side of that.
//
// Positions are cut into kLanes ranges of whole games, which threads take one after the other and
// whose sums are added in order: the numbers don't depend on the number of threads.
// Const calls from one thread; each works in several.
#pragma once

#include <Eigen/Core>
#include <array>
#include <cstdint>
#include <functional>

#include "engine/params/table.h"
#include "tuner/fit/trace_set.h"

namespace rookery::fit {

// The evaluation's scalars alone, indexed as in the table (MgIndex, EgIndex).
inline constexpr int kScalars = 2 * params::kTermCount;
inline constexpr double kScoreUnit = 400;
inline constexpr size_t kLanes = 16;
inline constexpr int kMostThreads = 256;

struct Losses {
  double log_loss = 0;       // sums over positions
  double squared_error = 0;  // of the result itself, not of the target
};
struct Derivatives {
  double log_loss = 0;
  Eigen::VectorXd gradient;  // kScalars
  Eigen::MatrixXd hessian;   // lower and upper half
};

class Objective {
 public:
  // Neither is owned; threads from 1 to kMostThreads.
  Objective(const TraceSet* data, int threads);

  const TraceSet& data() const { return *data_; }
  Losses LossOf(const Eigen::VectorXd& weights, double k) const;
  Derivatives DerivativesAt(const Eigen::VectorXd& weights, double k) const;
  // Sum over games of the outer product of a game's gradient: what the gradient really varies by,
  // positions of one game being alike.
  Eigen::MatrixXd GameProducts(const Eigen::VectorXd& weights, double k) const;
  // The k that fits these weights best to the results (Newton in one dimension), 0.05 to 20; or
  // stored search scores instead of evaluations. 0 if there is nothing to tell it by.
  double BestK(const Eigen::VectorXd& weights) const;
  double BestKOfScores() const;
  // Positions in which a scalar has a say.
  std::array<int64_t, kScalars> Counts() const;

 private:
  struct Range {
    size_t begin;
    size_t end;
  };
  void ForEachLane(const std::function<void(size_t lane)>& work) const;
  double FitK(const std::function<double(size_t)>& score) const;

  const TraceSet* data_;
  int threads_;
  std::array<Range, kLanes> games_;  // of a lane
  std::array<Range, kLanes> lanes_;  // positions of a lane
};

}  // namespace rookery::fit
