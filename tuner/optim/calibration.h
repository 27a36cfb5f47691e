// How many Elo the diagonal probe costs, measured by duels of start + m c.Delta against the start.
// Delta and -Delta alternate, so that the slope at the start cancels. The cost is taken to grow as
// m^2; its posterior on a logarithmic grid starts from a wide prior and gives the multiple m at
// which the probe costs what is wanted. One thread at a time.
#pragma once

#include <cstdint>

#include "tuner/optim/state_codec.h"

namespace rookery::optim {

class Calibration {
 public:
  // `target`: Elo that the diagonal probe should cost.
  explicit Calibration(double target) : target_(target) {}

  // multiple2: the mean square of the played multiples; y: the pair's score of the probing side.
  void Add(double multiple2, double y);
  // Elo of the probe at multiple 1: posterior median.
  double cost() const;
  // The multiple at which it costs the target.
  double multiple() const;

  void Save(StateWriter* out) const;
  void Restore(StateReader* in);

 private:
  double target_;
  double score_sum_ = 0;   // of y m^2
  double power_sum_ = 0;   // of m^4
  double square_sum_ = 0;  // of y^2
  int64_t pairs_ = 0;
};

}  // namespace rookery::optim
