// How many Elo the diagonal probe costs, measured by duels of theta + m c.Delta against theta: at
// the start, and every so often around the point that is played later, where the landscape may be
// steeper. The later ones replace the first as they grow in number.
// Delta and -Delta alternate, so that the slope at theta cancels. The cost is taken to grow as
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
  void Add(double multiple2, double y, bool at_start);
  // Elo of the probe at multiple 1: posterior median.
  double cost() const;
  // The multiple at which it costs the target.
  double multiple() const;

  void Save(StateWriter* out) const;
  void Restore(StateReader* in);

 private:
  double target_;
  struct Sums {
    double score = 0;   // of y m^2
    double power = 0;   // of m^4
    double square = 0;  // of y^2
    int64_t pairs = 0;
  };
  Sums first_;
  Sums later_;
};

}  // namespace rookery::optim
