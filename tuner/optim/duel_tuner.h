// The default: measures how large a probe should be, then plays mirrored probes around a centre
// that runs ahead of the estimate, and reads all duels by regression (duel_regression.h). Every so
// often it measures the probe anew, and the gain itself: the centre plays against the start, for
// the forecast only. The estimate itself is never clipped; only what is played is. One thread at a
// time.
#pragma once

#include <Eigen/Dense>
#include <string>

#include "tuner/optim/calibration.h"
#include "tuner/optim/duel_regression.h"
#include "tuner/optim/gain_check.h"
#include "tuner/optim/optimiser.h"

namespace rookery::optim {

class DuelTuner : public Optimiser {
 public:
  // The space and options are valid (MakeOptimiser checks).
  DuelTuner(Space space, const TunerOptions& options);

  Duel Ask(uint64_t number) const override;
  void Tell(const Duel& duel, const Outcome& outcome) override;
  const Estimate& estimate() const override { return estimate_; }
  std::string Save() const override;
  absl::Status Restore(std::string_view state) override;

 private:
  bool AtStart(uint64_t number) const;
  bool Calibrates(uint64_t number) const;
  bool ChecksGain(uint64_t number) const;
  // Of phi from the start, in diagonal probes.
  double Distance(const Eigen::VectorXd& phi) const;
  bool IsStart(const std::vector<double>& values) const;
  double Step(size_t parameter) const;
  Eigen::VectorXd InSteps(const std::vector<double>& values) const;
  DuelRegression::Solution Solve() const;
  void Refresh();

  const Space space_;
  const TunerOptions options_;
  const int64_t calibration_pairs_;

  Calibration calibration_;
  DuelRegression regression_;
  GainCheck gain_check_;
  int64_t told_ = 0;
  int64_t next_refresh_ = 1;
  double multiple_ = 1;     // of the steps, for the probes that are played now
  Eigen::VectorXd phi_;     // the estimate, at the last refresh
  Eigen::VectorXd centre_;  // what is played around, in steps from the start
  Estimate estimate_;       // as of the last refresh
  void Describe(const DuelRegression::Solution& solution);
};

}  // namespace rookery::optim
