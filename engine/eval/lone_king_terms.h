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

// Steps that the enemy king has been driven towards a corner where it can be mated. Whoever has
// more than knights and bishops of one colour mates anywhere, and gets all of them: less for more
// men would be a reason to give them away.
template <Color side>
int DrivenToCorner(const BoardView& board) {
  const chess::Position& position = board.position;
  const Bitboard bishops = position.of(side, PieceType::kBishop);
  const Bitboard others = position.of(side) & ~bishops & ~chess::Bit(board.of(side).king) &
                          ~position.of(side, PieceType::kKnight);
  const Bitboard light = bishops & kLightSquares;
  if (others != 0 || bishops == 0 || (light != 0 && light != bishops)) return kWidestSteps;
  return NearnessToCorners(board.of(Other(side)).king, light != 0);
}

// Whether the enemy has a king and nothing else, which can be mated.
template <Color side>
bool CanMateLoneKing(const BoardView& board) {
  const Square enemy = board.of(Other(side)).king;
  return board.position.of(Other(side)) == chess::Bit(enemy) &&
         !CannotForceMate(board.position, side);
}

// By pieces alone.
template <Color side>
bool IsAllButMate(const BoardView& board) {
  return board.of(side).pawns == 0 && CanMateLoneKing<side>(board);
}

template <Color side, class Sink>
void LoneKing(const BoardView& board, Sink& sink) {
  if (!CanMateLoneKing<side>(board)) return;
  const Square enemy = board.of(Other(side)).king;
  sink.template Add<side>(Term::kLoneKingEdge, FilesAndRanksToCentre(enemy));
  sink.template Add<side>(Term::kLoneKingNear, kWidestSteps - Steps(board.of(side).king, enemy));
  sink.template Add<side>(Term::kLoneKingCorner, DrivenToCorner<side>(board));
}

}  // namespace rookery::eval
