// Classic SPSA with fishtest's schedule behind the common interface: gains and flips of dispatch,
// the point of now, results in any order. One thread at a time.
#pragma once

#include <string>
#include <vector>

#include "tuner/optim/optimiser.h"
#include "tuner/optim/spsa_schedule.h"

namespace rookery::optim {

class SpsaTuner : public Optimiser {
 public:
  // The space and options are valid (MakeOptimiser checks).
  SpsaTuner(Space space, const TunerOptions& options);

  Duel Ask(uint64_t number) const override;
  void Tell(const Duel& duel, const Outcome& outcome) override;
  const Estimate& estimate() const override { return estimate_; }
  std::string Save() const override;
  absl::Status Restore(std::string_view state) override;

 private:
  void Describe();

  const Space space_;
  const TunerOptions options_;
  const FishtestSchedule schedule_;
  int64_t told_ = 0;
  std::vector<double> theta_;
  Estimate estimate_;
};

}  // namespace rookery::optim
