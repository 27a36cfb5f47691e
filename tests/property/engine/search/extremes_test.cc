// Whatever value of its range a search constant has, the search stays a search: it finishes a small
// depth within a bounded number of nodes and plays a legal move. Tuners and people try such values.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "base/rng.h"
#include "engine/chess/notation.h"
#include "engine/search/engine.h"

namespace rookery::search {
namespace {

// Far more than a search to these depths takes with nothing left out.
constexpr int64_t kMostNodes = 3'000'000;

constexpr const char* kPositions[] = {
    "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 0 8",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/5pk1/6p1/1p1R3p/1P5P/r5P1/5P2/6K1 w - - 2 38",
};

void SearchTo(int depth, const params::Weights& weights, const std::string& what) {
  FakeClock clock;
  EngineOptions options;
  options.weights = weights;
  options.hash_bytes = 4 << 20;
  Engine engine(options, &clock);
  SearchLimits limits;
  limits.depth = depth;
  limits.nodes = kMostNodes;
  for (const char* fen : kPositions) {
    engine.NewGame(0);
    const chess::Position position = chess::ParseFen(fen).value();
    const SearchResult result = engine.Search(chess::Game(position), limits);
    EXPECT_EQ(result.depth, depth) << what << fen;
    EXPECT_TRUE(position.IsLegal(result.best)) << what << fen;
  }
}

TEST(Extremes, OfOneSearchConstantLeaveASearch) {
  for (const params::Parameter& parameter : params::Table()) {
    if (parameter.group != "search") continue;
    for (const int value : {parameter.min, parameter.max}) {
      params::Weights weights;
      ASSERT_TRUE(weights.Set(parameter.name, value).ok());
      SearchTo(7, weights, fmt::format("{} = {}: ", parameter.name, value));
    }
  }
}

// What one constant would hold back another lets through: all at an end of their range, by lot.
TEST(Extremes, OfAllSearchConstantsTogetherLeaveASearch) {
  for (uint64_t seed = 0; seed < 60; ++seed) {
    Rng rng(seed);
    params::Weights weights;
    for (const params::Parameter& parameter : params::Table()) {
      if (parameter.group != "search") continue;
      const int value = rng.Below(2) == 0 ? parameter.min : parameter.max;
      ASSERT_TRUE(weights.Set(parameter.name, value).ok());
    }
    SearchTo(3, weights, fmt::format("seed {}: ", seed));
  }
}

}  // namespace
}  // namespace rookery::search
