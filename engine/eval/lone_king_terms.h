// Driving an enemy king without men to the edge, where it can be mated. Pure; any thread.
#pragma once

#include <algorithm>

#include "engine/eval/board_view.h"
#include "engine/eval/endgame.h"
#include "engine/eval/king_terms.h"
#include "engine/params/table.h"

namespace rookery::eval {

inline constexpr int kWidestSteps = 7;  // of a king, across the board

// Steps to the nearer of the two corners of a colour.
inline int StepsToCorner(Square square, bool light) {
  const Square first = light ? chess::MakeSquare(7, 0) : chess::MakeSquare(0, 0);
  const Square second = light ? chess::MakeSquare(0, 7) : chess::MakeSquare(7, 7);
  return std::min(Steps(square, first), Steps(square, second));
}

template <Color side, class Sink>
void LoneKing(const BoardView& board, Sink& sink) {
  const chess::Position& position = board.position;
  const Square enemy = board.of(Other(side)).king;
  if (position.of(Other(side)) != chess::Bit(enemy) || CannotForceMate(position, side)) return;
  sink.template Add<side>(Term::kLoneKingEdge, StepsToCentre(enemy));
  sink.template Add<side>(Term::kLoneKingNear, kWidestSteps - Steps(board.of(side).king, enemy));
  const Bitboard bishops = position.of(side, PieceType::kBishop);
  const Bitboard men = position.of(side) & ~chess::Bit(board.of(side).king);
  if (chess::Count(men) == 2 && chess::Count(bishops) == 1 &&
      position.of(side, PieceType::kKnight) != 0) {
    const bool light = (bishops & kLightSquares) != 0;
    sink.template Add<side>(Term::kLoneKingCorner, kWidestSteps - StepsToCorner(enemy, light));
  }
}

}  // namespace rookery::eval
