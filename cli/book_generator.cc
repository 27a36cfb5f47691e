#include "cli/book_generator.h"

#include <cstdlib>
#include <memory>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_set.h"
#include "base/check.h"
#include "base/clock.h"
#include "base/rng.h"
#include "base/status.h"
#include "engine/chess/game.h"
#include "engine/chess/movegen.h"
#include "engine/chess/notation.h"
#include "engine/search/engine.h"

namespace rookery::cli {
namespace {

// Walks judged between two reports of progress; small enough to stop soon.
constexpr uint64_t kBlock = 2048;
// Blocks without a single new opening after which there are none left worth looking for.
constexpr int kBarrenBlocks = 60;
constexpr int64_t kSearchHashBytes = 64 << 10;

struct Candidate {
  chess::Position position;
  bool even = false;
};

// The position after random moves; none if the game ends on the way or right there.
std::optional<chess::Position> Walk(Rng rng, int plies) {
  chess::Game game(chess::Position::Start());
  for (int ply = 0; ply < plies; ++ply) {
    chess::MoveList moves;
    chess::GenerateLegal(game.position(), moves);
    if (moves.empty()) return std::nullopt;
    game.Play(moves[rng.Below(moves.size())]);
    if (game.End()) return std::nullopt;
  }
  return game.position();
}

class Generator {
 public:
  explicit Generator(const BookOptions& options) : options_(options), rng_(options.seed) {
    for (int i = 0; i < options.threads; ++i) {
      search::EngineOptions engine;
      engine.hash_bytes = kSearchHashBytes;
      engines_.push_back(std::make_unique<search::Engine>(std::move(engine), &clock_));
    }
  }

  // The next block of positions not met before, judged.
  std::vector<Candidate> NextBlock() {
    std::vector<Candidate> block;
    for (uint64_t i = 0; i < kBlock; ++i) {
      const std::optional<chess::Position> position = Walk(rng_.Fork(next_walk_++), options_.plies);
      if (position && seen_.insert(position->key()).second) block.push_back({*position, false});
    }
    Judge(block);
    return block;
  }

 private:
  void Judge(std::vector<Candidate>& block) {
    std::atomic<size_t> next = 0;
    const auto work = [&](search::Engine& engine) {
      for (size_t i = next++; i < block.size(); i = next++)
        block[i].even = IsEven(engine, block[i]);
    };
    std::vector<std::thread> threads;
    for (size_t i = 1; i < engines_.size(); ++i) threads.emplace_back(work, std::ref(*engines_[i]));
    work(*engines_[0]);
    for (std::thread& thread : threads) thread.join();
  }

  bool IsEven(search::Engine& engine, const Candidate& candidate) const {
    // Each position is judged by an engine without memories, so the order doesn't matter.
    engine.NewGame(options_.seed);
    search::SearchLimits limits;
    limits.nodes = options_.search_nodes;
    const search::SearchResult result = engine.Search(chess::Game(candidate.position), limits);
    return std::abs(result.score) <= options_.most_score_cp;
  }

  const BookOptions options_;
  const Rng rng_;
  RealClock clock_;  // the search reads it only for limits that aren't set
  uint64_t next_walk_ = 0;
  absl::flat_hash_set<uint64_t> seen_;
  std::vector<std::unique_ptr<search::Engine>> engines_;
};

// Piece placement, side, castling, en passant: clocks start anew with an opening.
std::string FourFields(const chess::Position& position) {
  std::string fen = chess::ToFen(position);
  for (int field = 0; field < 2; ++field) fen.resize(fen.rfind(' '));
  return fen;
}

absl::Status Check(const BookOptions& options) {
  if (options.lines < 1 || options.lines > kMostBookLines) {
    return InvalidArgument("lines: {} is out of range; allowed are 1 to {}", options.lines,
                           kMostBookLines);
  }
  if (options.plies < 1 || options.plies > kMostBookPlies) {
    return InvalidArgument("plies: {} is out of range; allowed are 1 to {}", options.plies,
                           kMostBookPlies);
  }
  return absl::OkStatus();
}

}  // namespace

absl::Status GenerateBook(const BookOptions& options, const OnLine& on_line,
                          const OnLines& on_lines, const std::atomic<bool>& stop) {
  ROOKERY_RETURN_IF_ERROR(Check(options));
  ROOKERY_CHECK(options.threads >= 1);
  Generator generator(options);
  uint64_t lines = 0;
  int barren = 0;
  while (lines < options.lines) {
    if (stop) return absl::CancelledError("interrupted");
    const uint64_t before = lines;
    for (const Candidate& candidate : generator.NextBlock()) {
      if (!candidate.even || lines == options.lines) continue;
      ROOKERY_RETURN_IF_ERROR(on_line(FourFields(candidate.position)));
      ++lines;
    }
    on_lines(lines);
    barren = lines == before ? barren + 1 : 0;
    if (barren == kBarrenBlocks) {
      return Error(absl::StatusCode::kFailedPrecondition,
                   "only {} different openings of {} plies were found, not {}; ask for fewer "
                   "lines, more plies, or a wider --max-score",
                   lines, options.plies, options.lines);
    }
  }
  return absl::OkStatus();
}

}  // namespace rookery::cli
