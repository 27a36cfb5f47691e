#include "engine/uci/bench.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/check.h"
#include "engine/chess/notation.h"

namespace rookery::uci {
namespace {

constexpr std::array<std::string_view, 16> kPositions = {
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3",
    "rnbqkb1r/pp2pppp/3p1n2/8/3NP3/2N5/PPP2PPP/R1BQKB1R b KQkq - 2 5",
    "rnbq1rk1/ppp1ppbp/3p1np1/8/2PPP3/2N2N2/PP2BPPP/R1BQK2R b KQ - 3 6",
    "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 w - - 0 9",
    "r2q1rk1/1bp1bppp/p1np1n2/1p2p3/4P3/1BP2N1P/PP1P1PP1/RNBQR1K1 b - - 2 10",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "2rq1rk1/pb1n1ppp/1p2pn2/8/1bBP4/2N1PN2/PB2QPPP/2RR2K1 w - - 4 14",
    "r4rk1/1p2ppbp/p2pbnp1/q7/3BPPP1/2N2B2/PPP4P/R2Q1RK1 b - - 0 13",
    "r1b2rk1/2q1bppp/p2ppn2/1p4B1/3QPP2/2N5/PPP3PP/2KR1B1R w - - 0 13",
    "3r1rk1/p4ppp/bq2p3/2p5/4P3/1P3Q2/P1P2PPP/R3R1K1 w - - 0 20",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "8/5pk1/6p1/1p1R3p/1P5P/r5P1/5P2/6K1 w - - 2 38",
    "4k3/1p3p2/p1p2np1/3p4/3P1P2/1P1B4/P1P3P1/4K3 w - - 0 30",
    "6k1/5ppp/4p3/1pP5/1P6/4P3/3B1PPP/3b2K1 w - - 0 30",
    "8/8/1p1k4/p1p2p1p/P1P2P1P/1P1K4/8/8 w - - 4 50",
};

search::EngineOptions OptionsFor(const params::Weights& weights) {
  search::EngineOptions options;
  options.weights = weights;
  options.hash_bytes = 16 << 20;
  return options;
}

}  // namespace

std::span<const std::string_view> BenchPositions() { return kPositions; }

Bench::Bench(const params::Weights& weights, Clock* clock)
    : clock_(clock), engine_(OptionsFor(weights), clock) {}

std::optional<BenchResult> Bench::Run(int depth) {
  search::SearchLimits limits;
  limits.depth = depth;
  BenchResult result;
  const int64_t start = clock_->MonotonicNanos();
  for (const std::string_view fen : kPositions) {
    const absl::StatusOr<chess::Position> position = chess::ParseFen(fen);
    ROOKERY_CHECK(position.ok());
    engine_.NewGame(0);
    // Looked at after NewGame, which forgets a stop.
    if (stopped_.load()) return std::nullopt;
    result.nodes += engine_.Search(chess::Game(*position), limits).nodes;
    if (stopped_.load()) return std::nullopt;
  }
  result.elapsed_us = (clock_->MonotonicNanos() - start) / 1000;
  return result;
}

void Bench::Stop() {
  stopped_.store(true);
  engine_.Stop();
}

BenchResult RunBench(const params::Weights& weights, int depth, Clock* clock) {
  return Bench(weights, clock).Run(depth).value();
}

std::string DescribeBench(const BenchResult& result) {
  const int64_t micros = std::max<int64_t>(1, result.elapsed_us);
  return fmt::format(
      "Total time (ms) : {}\nNodes searched  : {}\nNodes/second    : {}\nSignature       : {}",
      micros / 1000, result.nodes, result.nodes * 1'000'000 / micros, result.nodes);
}

}  // namespace rookery::uci
