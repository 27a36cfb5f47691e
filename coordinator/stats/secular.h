// The secular equation of empirical likelihood: how a law is tilted so that a linear constraint
// holds, at the least loss of likelihood. Pure; any thread.
//
// Source: A. Owen, "Empirical likelihood", section 2.9.
#pragma once

#include <optional>

#include "coordinator/stats/law.h"

namespace rookery::stats {

// The law p_i / (1 + x b_i), at the root x of sum p_i b_i / (1 + x b_i) = 0: the likeliest under
// which b has mean 0. None if all b have one sign. No cell of `observed` is empty.
std::optional<Law> Tilt(const Law& observed, const Cells& b);

}  // namespace rookery::stats
