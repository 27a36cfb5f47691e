// The ledger's games made readable: each move with its text and the position after it, and PGN.
// A stored game is two bytes a move; the opening follows from the run's seed and the pair's index.
// Pure functions; any thread.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/pairing/pair_plan.h"
#include "coordinator/core/types.h"
#include "coordinator/core/view.h"
#include "engine/chess/position.h"
#include "engine/openings/book.h"
#include "engine/openings/classifier.h"
#include "engine/openings/opening.h"

namespace rookery::coordinator {

// One half move. The engine's score is from the mover's view in centipawns; none if it said none.
struct Ply {
  chess::Move move;
  std::string uci;
  std::string san;
  std::string fen;  // of the position after the move
  std::optional<int> score;
  std::optional<uint32_t> time_ms;   // thought about it
  std::optional<uint32_t> clock_ms;  // left to the mover after it
};

struct ReplayedGame {
  std::vector<Ply> plies;
  bool broken = false;  // an illegal move followed: the record is cut before it
};

// A pair of the ledger with both games replayed. In the first one dev has White.
struct PairGames {
  PairRecord record;
  uint64_t opening = 0;      // its number in the book, from 0
  std::string opening_fen;   // from which both games start
  std::string opening_line;  // the book's moves that led there, "1. e4 e5"; empty without
  std::string dev;           // who played, by name
  std::string base;
  std::array<ReplayedGame, 2> games;
};

// Who played a pair and from which opening, by the run and the pair's index. The engines are the
// run's spec's.
struct PairIdentity {
  const EngineSpec* dev;
  const EngineSpec* base;
  PairPlan plan;
};
// False for a pair of a Swiss round that is younger than the view.
bool IsKnown(const RunView& run, uint64_t index);
// Of a known pair.
PairIdentity IdentityOf(const RunView& run, uint64_t index, uint64_t book_lines);

// From which a pair of that plan begins, by the run's rules.
absl::StatusOr<openings::Opening> OpeningOf(const RunView& run, const PairPlan& plan,
                                            const openings::Book& book);

ReplayedGame Replay(const chess::Position& opening, const GameRecord& game);

// One of the pair's games, number 0 or 1, with all that is known of it as tags. TimeControl is what
// the run asks for; where it scales times by a worker's speed, [%clk] shows what was given.
std::string GamePgn(const RunView& view, const PairRecord& pair, const openings::Opening& opening,
                    int number, const openings::OpeningClassifier& classifier);

}  // namespace rookery::coordinator
