// Engines that are kept from game to game take no more memory for it.
#include <gtest/gtest.h>
#include <malloc.h>

#include "engine/search/engine.h"

namespace rookery::search {
namespace {

constexpr int kPlies = 120;
constexpr int64_t kNodes = 200;
// Vectors that grow with the longest game so far; a leak of one entry a move would be more.
constexpr size_t kSlack = 16 << 10;

void PlayGame(Engine& engine, uint64_t seed) {
  engine.NewGame(seed);
  chess::Game game(chess::Position::Start());
  SearchLimits limits;
  limits.nodes = kNodes;
  for (int ply = 0; ply < kPlies; ++ply) {
    const SearchResult result = engine.Search(game, limits);
    if (result.best.none()) return;
    game.Play(result.best);
  }
}

TEST(Pool, KeepsMemoryFlatFromGameToGame) {
  FakeClock clock;
  EngineOptions options;
  options.hash_bytes = 1 << 20;
  Engine engine(options, &clock);
  uint64_t seed = 0;
  for (; seed < 10; ++seed) PlayGame(engine, seed);
  const size_t before = mallinfo2().uordblks;
  for (; seed < 60; ++seed) PlayGame(engine, seed);
  EXPECT_LE(mallinfo2().uordblks, before + kSlack);
}

}  // namespace
}  // namespace rookery::search
