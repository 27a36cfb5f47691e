// What earlier nodes taught about moves and evaluations. Scores drift towards +-kHistoryMost, so
// that old lessons fade. Cleared for each game. One thread at a time.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <memory>

#include "engine/chess/position.h"

namespace rookery::search {

inline constexpr int kHistoryMost = 16'384;
inline constexpr int kCorrectionMost = 8'192;

inline void Learn(int16_t& entry, int bonus) {
  const int weight = bonus < 0 ? -bonus : bonus;
  entry = static_cast<int16_t>(entry + bonus - entry * weight / kHistoryMost);
}

// By moved piece and target square.
using PieceTo = std::array<std::array<int16_t, 64>, 6>;

class Histories {
 public:
  void Clear() { std::memset(static_cast<void*>(this), 0, sizeof(*this)); }

  int16_t& Quiet(chess::Color side, chess::Move move) {
    return quiet_[static_cast<size_t>(side)][static_cast<size_t>(move.from())]
                 [static_cast<size_t>(move.to())];
  }
  int16_t& Capture(chess::PieceType mover, chess::Square to, chess::PieceType victim) {
    return capture_[static_cast<size_t>(mover)][static_cast<size_t>(to)]
                   [static_cast<size_t>(victim)];
  }
  // What answers to, and what follows, a piece that went to a square.
  PieceTo& Continuation(chess::PieceType mover, chess::Square to) {
    return continuation_[static_cast<size_t>(mover)][static_cast<size_t>(to)];
  }
  // The move that last refuted a piece going to a square.
  chess::Move& Counter(chess::PieceType mover, chess::Square to) {
    return counter_[static_cast<size_t>(mover)][static_cast<size_t>(to)];
  }
  // By how much searches corrected the evaluation of positions with these pawns.
  int16_t& PawnCorrection(const chess::Position& position) {
    return pawn_correction_[static_cast<size_t>(position.side())]
                           [position.pawn_key() % kCorrectionSize];
  }

  // By how much searches corrected it after a piece went to a square; the piece may be none, where
  // castling moved it elsewhere.
  int16_t& MoveCorrection(chess::Piece moved, chess::Square to) {
    return move_correction_[static_cast<size_t>(chess::Index(moved))][static_cast<size_t>(to)];
  }

 private:
  static constexpr size_t kCorrectionSize = 4096;

  std::array<std::array<std::array<int16_t, 64>, 64>, 2> quiet_;
  std::array<std::array<std::array<int16_t, 7>, 64>, 6> capture_;
  std::array<std::array<PieceTo, 64>, 6> continuation_;
  std::array<std::array<chess::Move, 64>, 6> counter_;
  std::array<std::array<int16_t, kCorrectionSize>, 2> pawn_correction_;
  std::array<std::array<int16_t, 64>, 13> move_correction_;
};

}  // namespace rookery::search
