// Fits evaluation weights to labelled positions: Newton's method on the log loss with a Gaussian
// prior around the starting weights, a handful of steps and no learning rate. The same second
// derivatives, with the gradients of whole games, give each weight's standard error.
//
// The scale stays what it was: k is fitted to the starting weights and then held, so that a
// centipawn goes on meaning the same chance to win, on which the search's margins rest; after a fit
// of the whole evaluation k is fitted again and what is left of drift is taken out, as far as
// ranges that stand in the way don't make the fit worse by it.
// Weights that no position asks for, and the search's constants, are never touched.
// One thread calls; it works in several.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "absl/status/statusor.h"
#include "engine/params/weights.h"
#include "tuner/fit/objective.h"
#include "tuner/fit/trace_set.h"

namespace rookery::fit {

struct FitStep {
  int number = 0;
  double loss = 0;                  // mean log loss of the training positions, where it began
  std::optional<double> test_loss;  // the same of the test positions, if there are any
  double largest = 0;               // change of a weight, in its table's steps
};

struct FitOptions {
  std::vector<int> scalars;  // what to fit, by the table's index; empty: the whole evaluation
  double prior_steps = 4;    // standard deviation of the prior, in each weight's table step
  double result_share = 1;   // of results in the target; the rest is what search scores say
  std::optional<double> k;   // none: fitted
  int threads = 1;
  std::function<bool(const FitStep&)> on_step;  // false: stop here, Cancelled
};
inline constexpr int kMostSteps = 60;

enum class Note { kNone, kAtBound, kNeverSeen };

struct FittedWeight {
  int scalar;  // index in the table
  int before;
  int after;
  double value;   // before rounding
  double error;   // standard error, positions of a game taken together; 0: a bound held it
  int64_t count;  // positions in which it has a say
  Note note = Note::kNone;
};
// How far it moved, in its standard errors; none where its error isn't known.
std::optional<double> MoveInErrors(const FittedWeight& weight);

struct SetReport {
  size_t positions = 0;
  size_t games = 0;
  double loss_before = 0;  // means; of the rounded weights
  double loss_after = 0;
  double squared_before = 0;
  double squared_after = 0;
};

struct FitReport {
  params::Weights weights;  // rounded, within the table's ranges
  std::vector<FittedWeight> fitted;
  SetReport train;
  SetReport test;
  double k = 0;
  double k_scores = 0;  // 0: scores weren't used
  double k_after = 0;   // before the anchor took it back
  bool anchored = false;
  std::vector<FitStep> steps;
};

// FailedPrecondition if there is nothing to fit to. The sets' targets are set as the options say.
absl::StatusOr<FitReport> FitWeights(TraceSet& train, TraceSet& test, const params::Weights& start,
                                     const FitOptions& options);

// Each scalar of the evaluation as a vector, and back: rounded, cut to the table's ranges.
Eigen::VectorXd ToVector(const params::Weights& weights);
params::Weights ToWeights(const Eigen::VectorXd& values, const params::Weights& rest);

}  // namespace rookery::fit
