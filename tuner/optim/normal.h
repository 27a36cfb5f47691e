// Standard normal numbers from a generator: Box and Muller, the cosine of each pair. Pure.
#pragma once

#include <cmath>
#include <numbers>

#include "base/rng.h"

namespace rookery::optim {

inline double StandardNormal(Rng& rng) {
  return std::sqrt(-2 * std::log(1 - rng.Uniform())) *
         std::cos(2 * std::numbers::pi * rng.Uniform());
}

}  // namespace rookery::optim
