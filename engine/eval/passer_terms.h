// Terms of passed pawns that depend on the other pieces. Pure; any thread.
#pragma once

#include "engine/eval/board_view.h"
#include "engine/params/table.h"

namespace rookery::eval {

using params::Term;

template <Color side, class Sink>
void PasserTerms(const BoardView& board, Sink& sink) {
  constexpr int kFirstRank = 3;  // the fourth: below it a passed pawn is far from home
  const SideView& view = board.of(side);
  const SideView& enemy = board.of(Other(side));
  const Bitboard passed = board.pawn_facts.passed[static_cast<size_t>(side)];
  if (passed == 0) return;
  int blocked = 0;
  int free = 0;
  int own_king = 0;
  int enemy_king = 0;
  Bitboard advanced = passed;
  while (advanced != 0) {
    const Square pawn = chess::PopFirst(advanced);
    const int rank = chess::RankOf(chess::Relative(side, pawn));
    if (rank < kFirstRank) continue;
    const Bitboard front = chess::Forward<side>(chess::Bit(pawn));
    blocked += (front & board.occupied) != 0 ? 1 : 0;
    free += (Ahead<side>(chess::Bit(pawn)) & (enemy.all_attacks | board.occupied)) == 0 ? 1 : 0;
    own_king += (rank - 2) * Steps(view.king, chess::First(front));
    enemy_king += (rank - 2) * Steps(enemy.king, chess::First(front));
  }
  const Bitboard behind = Ahead<Other(side)>(passed);
  const Bitboard rooks = board.position.of(side, PieceType::kRook);
  sink.template Add<side>(Term::kPasserBlocked, blocked);
  sink.template Add<side>(Term::kPasserFree, free);
  sink.template Add<side>(Term::kPasserOwnKing, own_king);
  sink.template Add<side>(Term::kPasserEnemyKing, enemy_king);
  sink.template Add<side>(Term::kRookBehindPasser, chess::Count(rooks & behind));
}

}  // namespace rookery::eval
