// A quick paired match of two weight sets at fixed nodes, for work on the engine itself: whether a
// search feature (switched off through its constant) or a weight helps. Prints dev's pentanomial
// and logistic Elo with its standard error times 1.96.
//
//   bench_engine_match DEV BASE [PAIRS] [NODES] [SEED] [THREADS]
//   bench_engine_match default default,singular_depth=30 200 2000
#include <fmt/format.h>

#include <array>
#include <atomic>
#include <cmath>
#include <cstdlib>
#include <string>
#include <thread>
#include <vector>

#include "base/rng.h"
#include "base/status.h"
#include "engine/chess/movegen.h"
#include "engine/search/engine.h"

namespace rookery {
namespace {

constexpr int kRandomPlies = 8;
constexpr int kBalanced = 100;  // centipawns
constexpr int kMostPlies = 600;

struct Settings {
  params::Weights dev;
  params::Weights base;
  uint64_t pairs = 100;
  int64_t nodes = 2000;
  uint64_t seed = 1;
  unsigned threads = 1;
};

class PairPlayer {
 public:
  explicit PairPlayer(const Settings& settings)
      : settings_(settings),
        dev_({.weights = settings.dev}, &clock_),
        base_({.weights = settings.base}, &clock_) {}

  // Half points of dev, 0 to 4.
  int Play(uint64_t index) {
    const chess::Position opening = Opening(Rng(settings_.seed).Fork(index));
    const GameResult first = PlayGame(opening, dev_, base_);
    const GameResult second = PlayGame(opening, base_, dev_);
    return PairHalfPoints(first, second);
  }

 private:
  chess::Position Opening(Rng rng) {
    search::SearchLimits limits;
    limits.nodes = settings_.nodes;
    while (true) {
      chess::Game game(chess::Position::Start());
      for (int ply = 0; ply < kRandomPlies; ++ply) {
        chess::MoveList moves;
        chess::GenerateLegal(game.position(), moves);
        if (moves.empty()) break;
        game.Play(moves[rng.Below(moves.size())]);
      }
      if (game.End()) continue;
      base_.NewGame(0);
      if (std::abs(base_.Search(game, limits).score) <= kBalanced) return game.position();
    }
  }

  GameResult PlayGame(const chess::Position& opening, search::Engine& white,
                      search::Engine& black) {
    chess::Game game(opening);
    white.NewGame(settings_.seed);
    black.NewGame(settings_.seed);
    search::SearchLimits limits;
    limits.nodes = settings_.nodes;
    for (int ply = 0; ply < kMostPlies; ++ply) {
      if (const auto end = game.End()) return end->result;
      search::Engine& mover = game.position().side() == chess::Color::kWhite ? white : black;
      game.Play(mover.Search(game, limits).best);
    }
    return GameResult::kDraw;
  }

  const Settings& settings_;
  RealClock clock_;
  search::Engine dev_;
  search::Engine base_;
};

double EloOf(double score) { return -400 * std::log10(1 / score - 1); }

void Run(const Settings& settings) {
  std::atomic<uint64_t> next = 0;
  std::array<std::atomic<int>, 5> counts = {};
  std::vector<std::thread> threads;
  for (unsigned i = 0; i < settings.threads; ++i) {
    threads.emplace_back([&] {
      PairPlayer player(settings);
      for (uint64_t index = next++; index < settings.pairs; index = next++) {
        ++counts[static_cast<size_t>(player.Play(index))];
      }
    });
  }
  for (std::thread& thread : threads) thread.join();

  double sum = 0;
  double squares = 0;
  for (size_t i = 0; i < counts.size(); ++i) {
    const double score = static_cast<double>(i) / 4;
    sum += counts[i] * score;
    squares += counts[i] * score * score;
  }
  const auto pairs = static_cast<double>(settings.pairs);
  const double mean = sum / pairs;
  const double error = 1.96 * std::sqrt((squares / pairs - mean * mean) / pairs);
  fmt::print("pentanomial {} {} {} {} {}  score {:.3f}  Elo {:+.1f} [{:+.1f}, {:+.1f}]\n",
             counts[0].load(), counts[1].load(), counts[2].load(), counts[3].load(),
             counts[4].load(), mean, EloOf(mean), EloOf(mean - error), EloOf(mean + error));
}

int Main(int argc, char** argv) {
  if (argc < 3) {
    fmt::print(stderr, "bench_engine_match DEV BASE [PAIRS] [NODES] [SEED] [THREADS]\n");
    return 2;
  }
  Settings settings;
  for (const int side : {1, 2}) {
    const absl::StatusOr<params::Weights> weights = params::LoadWeights(argv[side]);
    if (!weights.ok()) {
      fmt::print(stderr, "{}\n", Message(weights.status()));
      return 2;
    }
    (side == 1 ? settings.dev : settings.base) = *weights;
  }
  if (argc > 3) settings.pairs = std::strtoull(argv[3], nullptr, 10);
  if (argc > 4) settings.nodes = std::atoll(argv[4]);
  if (argc > 5) settings.seed = std::strtoull(argv[5], nullptr, 10);
  if (argc > 6) settings.threads = static_cast<unsigned>(std::atoi(argv[6]));
  Run(settings);
  return 0;
}

}  // namespace
}  // namespace rookery

int main(int argc, char** argv) { return rookery::Main(argc, argv); }
