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
  // How often the current position has stood on the board by now, this time included.
  int Occurrences() const;
  // Order of tests: mate, stalemate, dead position, repetition, no progress.
  std::optional<RuleEnd> End() const;

 private:
  Position start_;
  Position position_;
  RuleProfile profile_;
  std::vector<Move> moves_;
  std::vector<uint64_t> keys_;
};

// Whether no series of legal moves leads to mate (FIDE 5.2.2). True is proven; false may miss
// positions that only a long search would prove. Found are: bare kings, one knight, bishops of one
// square colour; pawns locked for good that no king can take; and captures, or stalemate, that
// few pieces are forced into. Costs a few comparisons in an ordinary position.
bool IsDeadPosition(const Position& position);

// The first of these alone: the material with which nobody can mate, however pieces stand.
bool IsInsufficientMaterial(const Position& position);

// Whether `color` could mate with its material if the other side helped (FIDE 6.9: when the other
// side's flag falls). By material alone, so true may be too kind.
bool CanMate(const Position& position, Color color);

}  // namespace rookery::chess
