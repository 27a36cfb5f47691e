// Hands out a node's legal moves, the most promising first, and generates and scores only as many
// as are asked for: hash move, captures that don't lose, killers and counter-move, quiet moves by
// history, losing captures. One per node, on the stack.
#pragma once

#include <array>
#include <cstdint>

#include "engine/chess/movegen.h"
#include "engine/search/constants.h"
#include "engine/search/history.h"

namespace rookery::search {

// What the picker knows about the way to the node. None of it is owned.
struct Ordering {
  const chess::Position* position = nullptr;
  const Constants* constants = nullptr;
  Histories* histories = nullptr;
  chess::Move hash_move;
  std::array<chess::Move, 3> refutations;       // two killers and the counter-move
  std::array<const PieceTo*, 2> continuations;  // of the last two moves
};

class MovePicker {
 public:
  enum class Mode : uint8_t { kAll, kTactical, kTacticalAndChecks };

  MovePicker(const Ordering& ordering, Mode mode);

  // No move: there are no more.
  chess::Move Next();
  // From now on quiet moves are left out.
  void SkipQuiets() { skip_quiets_ = true; }
  // Whether the last move came from the losing captures or the quiet ones.
  bool AmongLosingCaptures() const { return stage_ == Stage::kLosing; }

  // A quiet move's standing by all histories.
  static int QuietScore(const Ordering& ordering, chess::Move move);

 private:
  enum class Stage : uint8_t {
    kHash,
    kGenerateTactical,
    kTactical,
    kRefutations,
    kGenerateQuiet,
    kQuiet,
    kLosing,
    kDone
  };

  void KeepChecks();
  void ScoreTactical();
  void ScoreQuiet();
  chess::Move NextTactical();
  chess::Move NextRefutation();
  chess::Move NextQuiet();
  // Moves the best of moves_[next_..] to next_.
  void SelectBest();
  bool WasHandedOut(chess::Move move) const;

  Ordering ordering_;
  Mode mode_;
  Stage stage_ = Stage::kHash;
  bool skip_quiets_ = false;
  size_t next_ = 0;
  size_t next_refutation_ = 0;
  size_t losing_count_ = 0;
  size_t next_losing_ = 0;
  chess::MoveList moves_;
  std::array<int, 256> scores_;
  std::array<chess::Move, 80> losing_;
};

// Whether the move changes the material: capture or queen promotion.
inline bool IsTactical(const chess::Position& position, chess::Move move) {
  return position.IsCapture(move) || move.promotion() == chess::PieceType::kQueen;
}

}  // namespace rookery::search
