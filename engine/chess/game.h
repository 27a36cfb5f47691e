// A game in progress: positions with their history, and when the rules end it. The one place
// that says how a game ends, for match runner, PGN reader and engine alike.
// One thread at a time.
#pragma once

#include <optional>
#include <vector>

#include "base/pairing/outcome.h"
#include "engine/chess/position.h"

namespace rookery::chess {

// How the rules ended a game. For checkmate the side to move has lost.
struct RuleEnd {
  GameEnd end;
  GameResult result;
};

// The rule options that matter to the end of a game; defaults are the profile "engine".
struct RuleProfile {
  int repetition_count = 3;     // ends at this occurrence; 0: never
  int no_progress_plies = 100;  // ends at this halfmove clock; 0: never
  bool dead_position = true;
};

class Game {
 public:
  explicit Game(const Position& start, const RuleProfile& profile = {});

  const Position& start() const { return start_; }
  const Position& position() const { return position_; }
  const std::vector<Move>& moves() const { return moves_; }
  // Keys of all positions before the current one, oldest first.
  const std::vector<uint64_t>& past_keys() const { return keys_; }

  // The move must be legal.
  void Play(Move move);
  // Order of tests: mate, stalemate, dead position, repetition, no progress.
  std::optional<RuleEnd> End() const;

 private:
  Position start_;
  Position position_;
  RuleProfile profile_;
  std::vector<Move> moves_;
  std::vector<uint64_t> keys_;
};

// Whether neither side can ever mate, by the material and by blocked walls (FIDE 5.2.2).
bool IsDeadPosition(const Position& position);

}  // namespace rookery::chess
