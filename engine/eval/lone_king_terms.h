// Driving an enemy king without men to the edge, where it can be mated. Pure; any thread.
#pragma once

#include <algorithm>
#include <cstdlib>

#include "engine/eval/board_view.h"
#include "engine/eval/endgame.h"
#include "engine/eval/king_terms.h"
#include "engine/params/table.h"

namespace rookery::eval {

inline constexpr int kWidestSteps = 7;  // of a king, across the board

// Files and ranks to the nearest of the four centre squares: grows on the way along an edge, too.
inline int FilesAndRanksToCentre(Square square) {
  const int file = chess::FileOf(square);
  const int rank = chess::RankOf(square);
  return std::max(3 - file, file - 4) + std::max(3 - rank, rank - 4);
}

// Diagonals from the long one between the two corners of the other colour: 7 in the corners of a
// colour, falling with every step away from them, on whichever way.
inline int NearnessToCorners(Square square, bool light) {
  const int file = chess::FileOf(square);
  const int rank = chess::RankOf(square);
  return std::abs(light ? rank - file : 7 - rank - file);
}

template <Color side, class Sink>
void LoneKing(const BoardView& board, Sink& sink) {
  const chess::Position& position = board.position;
  const Square enemy = board.of(Other(side)).king;
  if (position.of(Other(side)) != chess::Bit(enemy) || CannotForceMate(position, side)) return;
  sink.template Add<side>(Term::kLoneKingEdge, FilesAndRanksToCentre(enemy));
  sink.template Add<side>(Term::kLoneKingNear, kWidestSteps - Steps(board.of(side).king, enemy));
  const Bitboard bishops = position.of(side, PieceType::kBishop);
  const Bitboard men = position.of(side) & ~chess::Bit(board.of(side).king);
  if (chess::Count(men) == 2 && chess::Count(bishops) == 1 &&
      position.of(side, PieceType::kKnight) != 0) {
    const bool light = (bishops & kLightSquares) != 0;
    sink.template Add<side>(Term::kLoneKingCorner, NearnessToCorners(enemy, light));
  }
}

}  // namespace rookery::eval
