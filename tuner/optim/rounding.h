// From a point and a probe to what is really played: rounded with one common random number on both
// sides (the difference is kept up to 1 and unbiased, whatever the fraction), then clipped.
// Pure functions; any thread.
#pragma once

#include <utility>

#include "tuner/optim/parameter.h"

namespace rookery::optim {

struct Played {
  double plus = 0;
  double minus = 0;
};

// centre +- probe; `uniform` in [0, 1) is common to both sides. The probe's sign is the flip.
Played Realise(const Parameter& p, double centre, double probe, double uniform);

// The value to ship: clipped, and rounded to the nearest where the parameter is an integer.
double Shipped(const Parameter& p, double value);

}  // namespace rookery::optim
