// How small stored games are, and what packing and reading them costs: the embedded engine plays
// pairs from random openings, at so many nodes a move or with a clock, and the blocks of
// coordinator/games are made of them at several sizes. Beside them the form in which a pair comes
// in (coordinator/store/pair_codec.h).
//   bench_games [PAIRS] [NODES | 0 for a clock of 1+0.01 s]
#include <fmt/format.h>

#include <cstdlib>
#include <memory>
#include <vector>

#include "base/check.h"
#include "base/clock.h"
#include "base/rng.h"
#include "coordinator/games/game_block.h"
#include "coordinator/store/pair_codec.h"
#include "engine/chess/movegen.h"
#include "engine/chess/notation.h"
#include "worker/match/pair_runner.h"
#include "worker/player/embedded_player.h"

namespace {

using namespace rookery;  // NOLINT
using coordinator::BlockPair;

constexpr int kOpeningPlies = 8;

chess::Position DrawOpening(Rng& rng) {
  for (;;) {
    chess::Position position = chess::Position::Start();
    chess::MoveList moves;
    for (int ply = 0; ply < kOpeningPlies; ++ply) {
      moves.Clear();
      chess::GenerateLegal(position, moves);
      if (moves.empty()) break;
      position.Play(moves[rng.Below(moves.size())]);
    }
    if (chess::HasLegalMove(position)) return position;
  }
}

coordinator::GameRecord RecordOf(const worker::PlayedGame& game) {
  coordinator::GameRecord record;
  record.result = game.result;
  record.end = game.end;
  record.moves = worker::PackMoves(game.moves);
  record.digest = game.digest;
  record.nodes = game.nodes;
  record.elapsed_ms = game.elapsed_ms;
  record.scores_cp.assign(game.scores_cp.begin(), game.scores_cp.end());
  record.times_ms = game.times_ms;
  record.clocks_ms = game.clocks_ms;
  return record;
}

std::vector<BlockPair> Play(uint64_t count, int64_t nodes) {
  RealClock clock;
  Rng rng(1);
  worker::EmbeddedPlayer dev({.name = "dev", .weights = {}}, &clock);
  worker::EmbeddedPlayer base({.name = "base", .weights = {}}, &clock);
  worker::GameLimits limits;
  limits.each.per_move.nodes = nodes;
  if (nodes == 0) limits.each.clock = worker::SuddenDeath(1000, 10);
  const std::atomic<bool> stop = false;
  std::vector<BlockPair> pairs;
  for (uint64_t i = 0; i < count; ++i) {
    const chess::Position opening = DrawOpening(rng);
    const worker::PairSetup setup{&dev, &base, opening, PlanPair(1, i, count), i};
    const auto played = worker::PlayPair(setup, limits, clock, stop);
    ROOKERY_CHECK(played.ok());
    pairs.push_back(
        {{i, RecordOf(played->first), RecordOf(played->second)}, chess::ToFen(opening)});
  }
  return pairs;
}

double Micros(int64_t nanos, size_t plies) {
  return static_cast<double>(nanos) / 1000 / static_cast<double>(plies);
}

void Measure(const std::vector<BlockPair>& pairs, size_t plies, size_t span) {
  RealClock clock;
  coordinator::BlockSizes sizes;
  std::vector<std::string> blocks;
  const int64_t began = clock.MonotonicNanos();
  for (size_t first = 0; first < pairs.size(); first += span) {
    const auto begin = pairs.begin() + static_cast<ptrdiff_t>(first);
    const auto end = pairs.begin() + static_cast<ptrdiff_t>(std::min(first + span, pairs.size()));
    blocks.push_back(coordinator::EncodeBlock({begin, end}));
  }
  const int64_t packed = clock.MonotonicNanos();
  size_t total = 0;
  uint64_t first = 0;
  for (const std::string& block : blocks) {
    const auto read = coordinator::DecodeBlock(block, 0, pairs.size());
    ROOKERY_CHECK(read.ok());
    for (const BlockPair& pair : *read) {
      ROOKERY_CHECK(pair.result.first.moves == pairs[first].result.first.moves);
      ROOKERY_CHECK(pair.result.second.digest == pairs[first++].result.second.digest);
    }
    const auto one = coordinator::SizesOf(block);
    total += block.size();
    sizes.heads += one->heads;
    sizes.moves += one->moves;
    sizes.scores += one->scores;
    sizes.times += one->times;
    sizes.clocks += one->clocks;
  }
  const int64_t read = clock.MonotonicNanos();
  (void)coordinator::DecodeBlock(blocks[0], span / 2, span / 2 + 1);
  const int64_t one = clock.MonotonicNanos();
  const auto each = [&](size_t bytes) {
    return static_cast<double>(bytes) / static_cast<double>(plies);
  };
  fmt::print(
      "{:5} pairs a block: {:.3f} bytes a move: moves {:.3f}, scores {:.3f}, times {:.3f}, clocks "
      "{:.3f}, openings and the rest {:.3f}; packed in {:.2f} us a move, read in {:.2f}, one pair "
      "of a block in {:.2f} ms\n",
      span, each(total), each(sizes.moves), each(sizes.scores), each(sizes.times),
      each(sizes.clocks), each(sizes.heads), Micros(packed - began, plies),
      Micros(read - packed, plies), static_cast<double>(one - read) / 1e6);
}

}  // namespace

int main(int argc, char** argv) {
  const uint64_t count = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 256;
  const int64_t nodes = argc > 2 ? std::strtoll(argv[2], nullptr, 10) : 1000;
  const std::vector<BlockPair> pairs = Play(count, nodes);
  size_t plies = 0;
  size_t as_it_comes = 0;
  for (const BlockPair& pair : pairs) {
    plies += (pair.result.first.moves.size() + pair.result.second.moves.size()) / 2;
    as_it_comes += coordinator::GamesPacker().Encode(pair.result).size();
  }
  fmt::print("{} games, {} moves; as they come in: {:.3f} bytes a move\n", 2 * count, plies,
             static_cast<double>(as_it_comes) / static_cast<double>(plies));
  for (const size_t span : {16, 64, 128, 256}) Measure(pairs, plies, span);
  return 0;
}
