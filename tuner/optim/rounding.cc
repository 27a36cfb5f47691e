#include "tuner/optim/rounding.h"

#include <algorithm>
#include <cmath>

namespace rookery::optim {

Played Realise(const Parameter& p, double centre, double probe, double uniform) {
  Played played{centre + probe, centre - probe};
  if (p.type == ValueType::kInteger) {
    played.plus = std::floor(played.plus + uniform);
    played.minus = std::floor(played.minus + uniform);
  }
  return {std::clamp(played.plus, p.min, p.max), std::clamp(played.minus, p.min, p.max)};
}

double Shipped(const Parameter& p, double value) {
  const double clipped = std::clamp(value, p.min, p.max);
  return p.type == ValueType::kInteger ? std::clamp(std::round(clipped), p.min, p.max) : clipped;
}

}  // namespace rookery::optim
