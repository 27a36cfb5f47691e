// Searches positions of random games to depths 1 to 4 in one engine, with the default weights and
// with random ones, and checks that what it plays is legal. Built with a sanitizer it looks for
// what tests of single positions miss.
//
//   search_soak [POSITIONS] [SEED]       ninja -C build/asan search_soak
#include <fmt/format.h>

#include <cstdlib>
#include <string>

#include "base/clock.h"
#include "base/rng.h"
#include "engine/chess/movegen.h"
#include "engine/chess/notation.h"
#include "engine/search/engine.h"

namespace rookery {
namespace {

constexpr int kMostPlies = 200;
constexpr int kDepths = 4;
constexpr int64_t kHashBytes = 1 << 20;
constexpr int64_t kPerWeights = 20'000;  // positions

params::Weights RandomWeights(Rng& rng) {
  params::Weights weights;
  for (const params::Parameter& parameter : params::Table()) {
    if (parameter.group == "search") continue;
    const auto span = static_cast<uint64_t>(parameter.max - parameter.min + 1);
    const int value = parameter.min + static_cast<int>(rng.Below(span));
    if (!weights.Set(parameter.name, value).ok()) std::abort();
  }
  return weights;
}

// One random game; each of its positions is searched until there are `left` no more.
int64_t SearchGame(search::Engine& engine, Rng& rng, int64_t left) {
  engine.NewGame(rng.Next());
  chess::Game game(chess::Position::Start());
  int64_t searched = 0;
  for (int ply = 0; ply < kMostPlies && searched < left; ++ply) {
    chess::MoveList moves;
    chess::GenerateLegal(game.position(), moves);
    if (moves.empty()) break;
    search::SearchLimits limits;
    limits.depth = 1 + static_cast<int>(rng.Below(kDepths));
    const chess::Move best = engine.Search(game, limits).best;
    ++searched;
    if (!game.position().IsLegal(best)) {
      fmt::print(stderr, "{}: not a legal move in {}\n", chess::ToUci(game.position(), best),
                 chess::ToFen(game.position()));
      std::exit(1);
    }
    // What it would play, now and then, so that games get anywhere.
    game.Play(rng.Chance(0.3) ? best : moves[rng.Below(moves.size())]);
  }
  return searched;
}

void Run(int64_t positions, uint64_t seed) {
  Rng rng(seed);
  RealClock clock;
  int64_t done = 0;
  while (done < positions) {
    search::EngineOptions options;
    options.hash_bytes = kHashBytes;
    if (done > 0) options.weights = RandomWeights(rng);
    search::Engine engine(options, &clock);
    const int64_t until = std::min(positions, done + kPerWeights);
    while (done < until) done += SearchGame(engine, rng, until - done);
    fmt::print("{} positions of seed {}\n", done, seed);
    std::fflush(stdout);
  }
}

}  // namespace
}  // namespace rookery

int main(int argc, char** argv) {
  const int64_t positions = argc > 1 ? std::atoll(argv[1]) : 100'000;
  const uint64_t seed = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 1;
  rookery::Run(positions, seed);
  return 0;
}
