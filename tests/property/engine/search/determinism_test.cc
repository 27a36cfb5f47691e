// The determinism contract: a search depends on nothing but weights, game, limits and seed. Two
// engines that take turns play what two engines alone play; nothing is shared between them.
#include <gtest/gtest.h>

#include <memory>
#include <vector>

#include "engine/search/engine.h"

namespace rookery::search {
namespace {

constexpr int kPlies = 30;
constexpr int64_t kNodes = 1000;

EngineOptions Options(std::string_view weights) {
  EngineOptions options;
  options.weights = params::LoadWeights(weights).value();
  options.hash_bytes = 1 << 18;
  return options;
}

struct Played {
  std::vector<uint16_t> moves;
  std::vector<int64_t> nodes;
  bool operator==(const Played&) const = default;
};

// One step of a game that an engine plays with itself.
void Step(Engine& engine, chess::Game& game, Played& played) {
  SearchLimits limits;
  limits.nodes = kNodes;
  const SearchResult result = engine.Search(game, limits);
  if (result.best.none()) return;
  played.moves.push_back(result.best.bits());
  played.nodes.push_back(result.nodes);
  game.Play(result.best);
}

Played PlayAlone(std::string_view weights, uint64_t seed) {
  FakeClock clock;
  Engine engine(Options(weights), &clock);
  engine.NewGame(seed);
  chess::Game game(chess::Position::Start());
  Played played;
  for (int ply = 0; ply < kPlies; ++ply) Step(engine, game, played);
  return played;
}

TEST(Determinism, TwoEnginesInterleavedPlayWhatEachPlaysAlone) {
  FakeClock clock;
  Engine first(Options("default"), &clock);
  Engine second(Options("default,-king,-pawns"), &clock);
  first.NewGame(1);
  second.NewGame(2);
  chess::Game first_game(chess::Position::Start());
  chess::Game second_game(chess::Position::Start());
  Played first_played;
  Played second_played;
  for (int ply = 0; ply < kPlies; ++ply) {
    Step(first, first_game, first_played);
    Step(second, second_game, second_played);
  }
  EXPECT_EQ(first_played, PlayAlone("default", 1));
  EXPECT_EQ(second_played, PlayAlone("default,-king,-pawns", 2));
  EXPECT_NE(first_played, second_played);
}

TEST(Determinism, NewGameForgetsTheLastGame) {
  FakeClock clock;
  Engine engine(Options("default"), &clock);
  Played last;
  for (int round = 0; round < 3; ++round) {
    engine.NewGame(9);
    chess::Game game(chess::Position::Start());
    Played played;
    for (int ply = 0; ply < kPlies; ++ply) Step(engine, game, played);
    EXPECT_TRUE(round == 0 || played == last) << round;
    last = played;
  }
}

TEST(Determinism, EachParameterOfTheEvaluationChangesTheSearch) {
  // Terms that random self-play from the start position meets within a few thousand nodes.
  const Played base = PlayAlone("default", 1);
  for (const char* change :
       {"mat_pawn.mg=90", "tempo.mg=30", "mob_knight.mg=9", "king_shelter.mg=3",
        "centre_pawn.mg=40", "null_base=2", "reduction_base=20"}) {
    EXPECT_NE(PlayAlone(std::string("default,") + change, 1), base) << change;
  }
}

}  // namespace
}  // namespace rookery::search
