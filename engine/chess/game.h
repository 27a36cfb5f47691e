// A game in progress: positions with their history, and when the rules end it. The one place
// that says how a game ends, for match runner, PGN reader and engine alike.
// One thread at a time.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "base/pairing/outcome.h"
#include "engine/chess/dead_position.h"
#include "engine/chess/position.h"
#include "engine/chess/rule_profile.h"

namespace rookery::chess {

// How the rules ended a game. For checkmate the side to move has lost.
struct RuleEnd {
  GameEnd end;
  GameResult result;
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
  // In the profile's order; by default mate, stalemate, dead position, repetition, no progress,
  // perpetual check.
  std::optional<RuleEnd> End() const;
  // Whether the side to move may claim a draw by repetition, or for want of progress: because of
  // the position on the board, or by announcing a move that brings it about (FIDE 9.2, 9.3).
  bool CanClaimRepetition() const;
  bool CanClaimNoProgress() const;

  // Checks that the side that moved last has given in a row.
  int ChecksInARow() const { return checks_[Index(Other(position_.side()))]; }

 private:
  struct Repeats {
    int count = 1;  // occurrences of the current position, this one included
    int span = 0;   // plies since the first of them
  };
  Repeats FindRepeats() const;
  std::optional<RuleEnd> MateOrStalemate() const;
  std::optional<RuleEnd> RepetitionEnd() const;
  bool DeadEnd() const { return IsDeadBy(profile_.dead_position, position_); }
  bool NoProgressEnd() const;
  std::optional<RuleEnd> FastchessEnd() const;

  Position start_;
  Position position_;
  RuleProfile profile_;
  std::vector<Move> moves_;
  std::vector<uint64_t> keys_;
  int since_capture_;
  std::array<int, 2> checks_{};  // in a row, by colour
};

}  // namespace rookery::chess
