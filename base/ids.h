// Identifiers that people read out and paste: letters and digits without look-alikes.
// Any thread.
#pragma once

#include <cstddef>
#include <string>

#include "base/rng.h"

namespace rookery {

// `length` characters of Crockford's base 32 in lower case (no i, l, o, u), drawn from `rng`.
std::string RandomId(Rng& rng, size_t length = 10);

// 64 bits from the system, for seeding at the top of main and nowhere else.
uint64_t SystemEntropy();

}  // namespace rookery
