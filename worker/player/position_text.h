// The command that tells an engine where a game stands, as text that grows with the game.
//
// An engine plays through all the moves that it is told before it thinks, and most look for the
// right one among all legal moves each time. So what can no longer come back is left out: the
// command begins from the last position that followed a capture or a pawn's move and has
// kKeptPlies moves after it, for engines that look at what went before (Lc0 at eight positions).
// Repetitions and the fifty moves are counted from it as from the game's start.
// One thread.
#pragma once

#include <cstddef>
#include <string>

#include "engine/chess/game.h"

namespace rookery::worker {

inline constexpr size_t kKeptPlies = 8;

class PositionText {
 public:
  // Chess960: castling is written as the king onto its rook.
  explicit PositionText(bool chess960) : chess960_(chess960) {}

  // The next game begins.
  void Clear() { text_.clear(); }
  // "position ..." without a line break, of a game that is the last one with more moves, or, after
  // Clear, any. Valid until the next call.
  const std::string& Of(const chess::Game& game);

 private:
  void BeginFrom(const chess::Position& position, size_t ply);

  const bool chess960_;
  std::string text_;
  chess::Position last_ = chess::Position::Start();  // after the text's moves
  size_t plies_ = 0;                                 // of the game, up to last_
  bool has_moves_ = false;
  chess::Position earlier_ = chess::Position::Start();  // where the text may begin: it runs behind
  size_t earlier_plies_ = 0;
};

}  // namespace rookery::worker
