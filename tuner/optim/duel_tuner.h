// The default: measures how large a probe should be, then plays mirrored probes around the present
// estimate and reads all duels by regression (duel_regression.h). The estimate itself is never
// clipped; only what is played is. One thread at a time.
#pragma once

#include <Eigen/Dense>
#include <string>

#include "tuner/optim/calibration.h"
#include "tuner/optim/duel_regression.h"
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
  double Step(size_t parameter) const;
  Eigen::VectorXd InSteps(const std::vector<double>& values) const;
  void Refresh();

  const Space space_;
  const TunerOptions options_;
  const int64_t calibration_pairs_;

  Calibration calibration_;
  DuelRegression regression_;
  int64_t told_ = 0;
  int64_t next_refresh_ = 1;
  double multiple_ = 1;  // of the steps, for the probes that are played now
  double cost_ = 0;      // Elo of the diagonal probe at multiple 1
  Eigen::VectorXd phi_;  // the estimate, at the last refresh
  Estimate estimate_;    // follows from the above
  void Describe(const DuelRegression::Solution& solution, double h);
};

}  // namespace rookery::optim
