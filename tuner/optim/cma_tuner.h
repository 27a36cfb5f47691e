// CMA-ES for few parameters that depend on one another, behind the common interface. The points of
// a generation meet one another, so each duel tells of two of them; by the end of a round each has
// played once. Points count as they were really played, rounded and clipped, and are ranked by
// least squares. A generation ends when enough of its duels were told, or when one of a later
// generation is told (in a log that some duels were left out of). What comes late counts to the
// budget and moves nothing; where much does, generations grow. One thread at a time.
#pragma once

#include <Eigen/Dense>
#include <string>

#include "tuner/optim/cma_es.h"
#include "tuner/optim/optimiser.h"

namespace rookery::optim {

// Beyond it a generation says too little of the shape that it is to learn.
inline constexpr size_t kMostCmaParameters = 40;

class CmaTuner : public Optimiser {
 public:
  // The space and options are valid (MakeOptimiser checks).
  CmaTuner(Space space, const TunerOptions& options);

  // The duel's clock is its generation.
  Duel Ask(uint64_t number) const override;
  void Tell(const Duel& duel, const Outcome& outcome) override;
  const Estimate& estimate() const override { return estimate_; }
  std::string Save() const override;
  absl::Status Restore(std::string_view state) override;

 private:
  // What the duels of this generation have told so far.
  struct Tally {
    Eigen::MatrixXd points;  // sums of what was played, in steps from the start; a column each
    Eigen::VectorXd played;  // pairs of each point
    Eigen::MatrixXd scores;  // of the row's point against the column's
    Eigen::MatrixXd met;     // pairs of both
  };
  struct Meeting {
    int plus = 0;
    int minus = 0;
  };
  Meeting MeetingOf(uint64_t number) const;
  Eigen::VectorXd PointOf(int candidate) const;
  int64_t Round() const { return cma_.constants().population / 2; }
  void Count(const Duel& duel, const Outcome& outcome);
  void Clear();
  void EndGeneration();
  void Describe();

  const Space space_;
  const TunerOptions options_;

  CmaEs cma_;
  Tally tally_;
  int64_t generation_ = 0;
  int64_t told_ = 0;
  int64_t here_ = 0;      // told of this generation
  int64_t late_ = 0;      // told since it began, of earlier ones
  int64_t size_;          // pairs that end it
  Eigen::VectorXd mean_;  // of the generations' means, the later the heavier: the estimate
  Estimate estimate_;     // follows from the above
};

// The points' strengths, relative to one another: least squares, drawn a little to equality.
// Exposed for its test.
Eigen::VectorXd Strengths(const Eigen::MatrixXd& scores, const Eigen::MatrixXd& met);

}  // namespace rookery::optim
