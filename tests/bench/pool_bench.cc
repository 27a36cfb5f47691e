// Engines that are kept from game to game (one megabyte of table): what forgetting a game costs
// beside making a new engine, and whether memory stays flat over many games.
//
//   bench_pool [--games 1000] [--nodes 200]
//
// Prints the median of 1,000 resets, each after a searched move, the ratio to making an engine, and
// the process's resident memory after a tenth of the games and after all of them.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/rng.h"
#include "engine/chess/movegen.h"
#include "engine/search/engine.h"

namespace {

using rookery::chess::Game;
using rookery::chess::Position;
using rookery::search::Engine;
using rookery::search::EngineOptions;
using rookery::search::SearchLimits;
using rookery::search::SearchResult;

constexpr int kResets = 1000;
constexpr int kMostPlies = 400;
constexpr int kRandomPlies = 8;

EngineOptions OneMegabyte() {
  EngineOptions options;
  options.hash_bytes = 1 << 20;
  return options;
}

SearchLimits Nodes(int64_t nodes) {
  SearchLimits limits;
  limits.nodes = nodes;
  return limits;
}

double Median(std::vector<double> values) {
  std::nth_element(values.begin(), values.begin() + static_cast<ptrdiff_t>(values.size() / 2),
                   values.end());
  return values[values.size() / 2];
}

int64_t ResidentKib() {
  std::ifstream status("/proc/self/status");
  std::string line;
  while (std::getline(status, line)) {
    if (line.starts_with("VmRSS:")) return std::stoll(line.substr(6));
  }
  return 0;
}

template <typename Body>
double Micros(rookery::Clock& clock, Body body) {
  const int64_t start = clock.MonotonicNanos();
  body();
  return static_cast<double>(clock.MonotonicNanos() - start) / 1000;
}

void CompareResets(rookery::Clock& clock, int64_t nodes) {
  Engine engine(OneMegabyte(), &clock);
  const Game game(Position::Start());
  std::vector<double> resets;
  std::vector<double> made;
  for (int i = 0; i < kResets; ++i) {
    engine.Search(game, Nodes(nodes));
    resets.push_back(Micros(clock, [&] { engine.NewGame(static_cast<uint64_t>(i)); }));
    std::unique_ptr<Engine> fresh;
    made.push_back(Micros(clock, [&] { fresh = std::make_unique<Engine>(OneMegabyte(), &clock); }));
  }
  const double reset = Median(resets);
  fmt::print("reset {:.1f} us (median of {}), a new engine {:.1f} us, ratio {:.3f}\n", reset,
             kResets, Median(made), reset / Median(made));
}

void PlayGame(Engine& first, Engine& second, uint64_t seed, int64_t nodes) {
  rookery::Rng rng(seed);
  first.NewGame(seed);
  second.NewGame(seed);
  Game game(Position::Start());
  for (int ply = 0; ply < kMostPlies && game.position().halfmove_clock() < 100; ++ply) {
    if (ply < kRandomPlies) {
      rookery::chess::MoveList moves;
      rookery::chess::GenerateLegal(game.position(), moves);
      if (moves.empty()) return;
      game.Play(moves[rng.Below(moves.size())]);
      continue;
    }
    const SearchResult result = (ply % 2 == 0 ? first : second).Search(game, Nodes(nodes));
    if (result.best.none()) return;
    game.Play(result.best);
  }
}

void WatchMemory(rookery::Clock& clock, int games, int64_t nodes) {
  Engine first(OneMegabyte(), &clock);
  Engine second(OneMegabyte(), &clock);
  int64_t early = 0;
  for (int i = 0; i < games; ++i) {
    PlayGame(first, second, static_cast<uint64_t>(i), nodes);
    if (i + 1 == std::max(1, games / 10)) early = ResidentKib();
  }
  const int64_t late = ResidentKib();
  fmt::print("resident memory {} KiB after {} games, {} KiB after {}, {:+} KiB\n", early,
             std::max(1, games / 10), late, games, late - early);
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("Pooled engines: resets and memory");
  int games = 1000;
  int64_t nodes = 200;
  app.add_option("--games", games)->check(CLI::Range(1, 1'000'000));
  app.add_option("--nodes", nodes)->check(CLI::Range(1, 1'000'000));
  CLI11_PARSE(app, argc, argv);
  rookery::RealClock clock;
  CompareResets(clock, nodes);
  WatchMemory(clock, games, nodes);
  return 0;
}
