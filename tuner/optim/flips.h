// The random part of a duel, a function of the run's seed and the duel's number alone. Pure.
#pragma once

#include <cstdint>
#include <vector>

#include "base/rng.h"

namespace rookery::optim {

struct Flip {
  int sign = 1;        // +1 or -1
  double uniform = 0;  // in [0, 1), for rounding
};

inline std::vector<Flip> DrawFlips(uint64_t seed, uint64_t number, size_t count) {
  Rng rng = Rng(seed).Fork("duels").Fork(number);
  std::vector<Flip> flips(count);
  for (Flip& flip : flips) {
    const uint64_t word = rng.Next();
    flip.sign = (word & 1) != 0 ? 1 : -1;
    flip.uniform = static_cast<double>(word >> 11) * 0x1.0p-53;
  }
  return flips;
}

}  // namespace rookery::optim
