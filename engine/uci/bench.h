// A fixed search over fixed positions. Its node count is the engine's signature: it changes when,
// and only when, search or evaluation do, and it is the same with every compiler and CPU.
// One thread.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "base/clock.h"
#include "engine/params/weights.h"

namespace rookery::uci {

inline constexpr int kBenchDepth = 12;

struct BenchResult {
  int64_t nodes = 0;  // the signature
  int64_t elapsed_us = 0;
};

// FENs of openings, middlegames and endgames.
std::span<const std::string_view> BenchPositions();

BenchResult RunBench(const params::Weights& weights, int depth, Clock* clock);
// "Nodes searched", "Nodes/second" and "Signature", a line each.
std::string DescribeBench(const BenchResult& result);

}  // namespace rookery::uci
