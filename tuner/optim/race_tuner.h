// Which of some finished candidates is best: top-two Thompson sampling (Russo 2016) with early
// elimination, behind the common interface. Each duel is between the candidate that is best in a
// draw from what is known, and one that is best in another draw; so games go where they can still
// change the answer. Whoever is almost surely worse than the leader is out. The state is sums of
// results alone, so the order of arrival changes nothing. One thread at a time.
#pragma once

#include <Eigen/Dense>
#include <string>
#include <vector>

#include "base/rng.h"
#include "tuner/optim/optimiser.h"

namespace rookery::optim {

class RaceTuner : public Optimiser {
 public:
  // The space, options and candidates are valid (MakeOptimiser checks).
  RaceTuner(Space space, const TunerOptions& options);

  Duel Ask(uint64_t number) const override;
  void Tell(const Duel& duel, const Outcome& outcome) override;
  const Estimate& estimate() const override { return estimate_; }
  std::string Save() const override;
  absl::Status Restore(std::string_view state) override;

 private:
  Eigen::VectorXd Draw(Rng& rng) const;
  Eigen::Index BestOf(const Eigen::VectorXd& strengths) const;
  Eigen::Index IndexOf(const std::vector<double>& values) const;
  void Learn();
  void Describe();
  double ExpectedRegret() const;

  const Space space_;
  const TunerOptions options_;

  int64_t told_ = 0;
  double squares_ = 0;      // of the pairs' scores
  Eigen::VectorXd scores_;  // of each candidate, summed
  Eigen::MatrixXd met_;     // pairs of two candidates
  // What follows: the posterior of the strengths, in score.
  Eigen::LLT<Eigen::MatrixXd> precision_;
  Eigen::MatrixXd covariance_;
  Eigen::VectorXd mean_;
  Eigen::Index leader_ = 0;
  std::vector<bool> out_;
  Estimate estimate_;
};

// InvalidArgument names the candidate.
absl::Status CheckCandidates(const Space& space,
                             const std::vector<std::vector<double>>& candidates);

}  // namespace rookery::optim
