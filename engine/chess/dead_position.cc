#include "engine/chess/dead_position.h"

#include "engine/chess/attacks.h"
#include "engine/chess/fortress.h"
#include "engine/chess/movegen.h"

namespace rookery::chess {
namespace {

// Forced lines are followed only where so few pieces are left that one capture can end it all.
constexpr int kMaxForcedPieces = 5;
constexpr int kMaxForcedPlies = 4;
constexpr int kMaxForcedMoves = 3;

// Whether every line of at most `plies` moves ends in stalemate or a position known to be dead.
bool ForcedIntoDeath(const Position& position, int plies) {
  MoveList moves;
  GenerateLegal(position, moves);
  if (moves.empty()) return !position.in_check();
  if (IsInsufficientMaterial(position) || IsFortress(position)) return true;
  if (plies == 0 || moves.size() > kMaxForcedMoves) return false;
  for (const Move move : moves) {
    Position after = position;
    after.Play(move);
    if (!ForcedIntoDeath(after, plies - 1)) return false;
  }
  return true;
}

}  // namespace

bool IsInsufficientMaterial(const Position& position) {
  if ((position.of(PieceType::kPawn) | position.of(PieceType::kRook) |
       position.of(PieceType::kQueen)) != 0) {
    return false;
  }
  const Bitboard knights = position.of(PieceType::kKnight);
  const Bitboard bishops = position.of(PieceType::kBishop);
  if (knights != 0) return bishops == 0 && Count(knights) == 1;
  return (bishops & kDarkSquares) == 0 || (bishops & ~kDarkSquares) == 0;
}

bool CanMate(const Position& position, Color color) {
  const Bitboard own = position.of(color);
  if ((own & (position.of(PieceType::kPawn) | position.of(PieceType::kRook) |
              position.of(PieceType::kQueen))) != 0) {
    return true;
  }
  const Bitboard knights = position.of(PieceType::kKnight);
  const Bitboard bishops = position.of(PieceType::kBishop);
  if ((own & knights) != 0) {
    // One knight needs a man of the other side that blocks its king; a queen always gets out.
    const Bitboard blockers = position.of(Other(color)) & ~position.of(PieceType::kKing) &
                              ~position.of(PieceType::kQueen);
    return Count(own) > 2 || blockers != 0;
  }
  if ((own & bishops) == 0) return false;
  // Bishops of one square colour need a pawn, a knight or a bishop of the other colour as block.
  const bool both_colours = (bishops & kDarkSquares) != 0 && (bishops & ~kDarkSquares) != 0;
  return both_colours || (position.of(PieceType::kPawn) | knights) != 0;
}

bool IsDeadPosition(const Position& position) {
  if (IsInsufficientMaterial(position)) return true;
  if (Count(position.occupied()) <= kMaxForcedPieces && CountLegal(position) <= kMaxForcedMoves &&
      ForcedIntoDeath(position, kMaxForcedPlies)) {
    return true;
  }
  return IsFortress(position);
}

}  // namespace rookery::chess
