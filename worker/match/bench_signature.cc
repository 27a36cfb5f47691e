#include "worker/match/bench_signature.h"

#include <fmt/format.h>

#include <array>
#include <string_view>

#include "base/check.h"
#include "base/clock.h"
#include "base/sha256.h"
#include "engine/chess/notation.h"
#include "engine/search/engine.h"

namespace rookery::worker {
namespace {

constexpr int64_t kNodes = 4000;
constexpr std::array<std::string_view, 4> kPositions = {
    chess::kStartFen, "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10"};

}  // namespace

std::string BenchSignature() {
  RealClock clock;  // a node limit never reads it
  search::Engine engine(search::EngineOptions{}, &clock);
  engine.NewGame(1);
  std::string told;
  for (const std::string_view fen : kPositions) {
    const auto position = chess::ParseFen(fen);
    ROOKERY_CHECK(position.ok());
    search::SearchLimits limits;
    limits.nodes = kNodes;
    const search::SearchResult result = engine.Search(chess::Game(*position), limits);
    told += fmt::format("{} {} {}\n", result.best.bits(), result.score, result.nodes);
  }
  return Sha256Hex(told).substr(0, 16);
}

}  // namespace rookery::worker
