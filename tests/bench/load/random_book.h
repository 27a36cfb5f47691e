// A book of as many openings as a load needs, by random moves, all different. Pure.
#pragma once

#include <cstddef>
#include <string>

#include "base/rng.h"

namespace rookery::bench {

std::string RandomBook(size_t lines, Rng rng);

}  // namespace rookery::bench
