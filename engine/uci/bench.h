// A fixed search over fixed positions. Its node count is the engine's signature: it changes when,
// and only when, search or evaluation do, and it is the same with every compiler and CPU.
// A bench from one thread; Stop from any.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/clock.h"
#include "engine/params/weights.h"
#include "engine/search/engine.h"

namespace rookery::uci {

inline constexpr int kBenchDepth = 12;

struct BenchResult {
  int64_t nodes = 0;  // the signature
  int64_t elapsed_us = 0;
};

// FENs of openings, middlegames and endgames.
std::span<const std::string_view> BenchPositions();

class Bench {
 public:
  // The clock isn't owned.
  Bench(const params::Weights& weights, Clock* clock);

  // Nothing if it was stopped.
  std::optional<BenchResult> Run(int depth);
  void Stop();

 private:
  Clock* clock_;
  search::Engine engine_;
  std::atomic<bool> stopped_ = false;
};

// A bench that nobody stops.
BenchResult RunBench(const params::Weights& weights, int depth, Clock* clock);
// "Nodes searched", "Nodes/second" and "Signature", a line each.
std::string DescribeBench(const BenchResult& result);

}  // namespace rookery::uci
