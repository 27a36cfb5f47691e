#include "worker/match/bench_speed.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <thread>
#include <vector>

#include "base/check.h"
#include "engine/chess/notation.h"
#include "engine/search/engine.h"

namespace rookery::worker {
namespace {

// The search warms up in the first part, which isn't counted.
constexpr int64_t kWarmUpNanos = 100'000'000;
constexpr int64_t kCountedNanos = static_cast<int64_t>(kBenchSeconds * 1e9) - kWarmUpNanos;
constexpr int64_t kNodesAtOnce = 20'000;
constexpr std::array<std::string_view, 3> kPositions = {
    chess::kStartFen, "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10"};

// Searches one position after the other; the nodes and the time of `nanos` at least.
double SearchFor(search::Engine& engine, int64_t nanos, Clock& clock) {
  const int64_t start = clock.MonotonicNanos();
  int64_t nodes = 0;
  int64_t passed = 0;
  for (size_t next = 0; passed < nanos; ++next) {
    const auto position = chess::ParseFen(kPositions[next % kPositions.size()]);
    ROOKERY_CHECK(position.ok());
    engine.NewGame(1);
    search::SearchLimits limits;
    limits.nodes = kNodesAtOnce;
    nodes += engine.Search(chess::Game(*position), limits).nodes;
    passed = clock.MonotonicNanos() - start;
  }
  return static_cast<double>(nodes) * 1e9 / static_cast<double>(passed);
}

}  // namespace

double MeasureBenchNps(int slots, Clock& clock) {
  std::vector<double> speeds(static_cast<size_t>(slots));
  std::vector<std::thread> threads;
  for (double& speed : speeds) {
    threads.emplace_back([&speed, &clock] {
      search::Engine engine(search::EngineOptions{}, &clock);
      SearchFor(engine, kWarmUpNanos, clock);
      speed = SearchFor(engine, kCountedNanos, clock);
    });
  }
  for (std::thread& thread : threads) thread.join();
  const auto middle = speeds.begin() + static_cast<std::ptrdiff_t>(speeds.size() / 2);
  std::nth_element(speeds.begin(), middle, speeds.end());
  return *middle;
}

}  // namespace rookery::worker
