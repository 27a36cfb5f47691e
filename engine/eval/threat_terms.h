// Terms of attacks on pawns and pieces (catalogue A275-A278, A282-A288, A297-A298, A310, A318).
// Pure; any thread.
#pragma once

#include "engine/eval/board_view.h"
#include "engine/params/table.h"

namespace rookery::eval {

using params::Term;

template <Color side, class Sink>
void BlockedPawns(const BoardView& board, Sink& sink) {
  const Bitboard in_front = chess::Forward<side>(board.of(side).pawns);
  sink.template Add<side>(Term::kPawnBlocked, chess::Count(in_front & board.occupied));
}

// Attacks on what can't move away (immobile pieces, blocked pawns), and on weak pawns. Each target
// counts once, whoever attacks it.
template <Color side, class Sink>
void AttacksOnTheImmobile(const BoardView& board, Sink& sink) {
  constexpr Color kEnemy = Other(side);
  const SideView& view = board.of(side);
  const SideView& enemy = board.of(kEnemy);
  const Bitboard blocked = enemy.pawns & chess::Forward<side>(board.occupied);
  const Bitboard targets = (enemy.immobile & ~enemy.pawns) | blocked;
  sink.template Add<side>(Term::kAttackImmobile, chess::Count(view.all_attacks & targets));
  const Bitboard weak = board.pawn_facts.weak[static_cast<size_t>(kEnemy)];
  sink.template Add<side>(Term::kWeakPawnAttack, chess::Count(view.all_attacks & weak));
}

template <Color side, class Sink>
void CheapThreats(const BoardView& board, Sink& sink) {
  constexpr Color kEnemy = Other(side);
  const chess::Position& position = board.position;
  const SideView& view = board.of(side);
  const SideView& enemy = board.of(kEnemy);
  const Bitboard majors =
      position.of(kEnemy, PieceType::kRook) | position.of(kEnemy, PieceType::kQueen);
  const Bitboard officers = position.of(kEnemy) & ~enemy.pawns & ~chess::Bit(enemy.king);
  sink.template Add<side>(Term::kThreatPawn, chess::Count(view.pawn_attacks & officers));
  sink.template Add<side>(Term::kThreatMinor, chess::Count(view.minor_attacks & majors));
  sink.template Add<side>(Term::kThreatRook,
                          chess::Count(view.rook_attacks & position.of(kEnemy, PieceType::kQueen)));
  const Bitboard loose = position.of(kEnemy) & ~enemy.all_attacks;
  sink.template Add<side>(Term::kThreatKing, chess::Count(view.king_attacks & loose));
  const Bitboard own = position.of(side) & ~view.pawns & ~chess::Bit(view.king);
  sink.template Add<side>(Term::kHangingPiece,
                          chess::Count(own & enemy.all_attacks & ~view.all_attacks));
}

// Pawn pushes to squares that are safe enough, from where the pawn attacks a piece.
template <Color side, class Sink>
void PushThreats(const BoardView& board, Sink& sink) {
  const SideView& view = board.of(side);
  const SideView& enemy = board.of(Other(side));
  const Bitboard empty = ~board.occupied;
  Bitboard pushes = chess::Forward<side>(view.pawns) & empty;
  pushes |= chess::Forward<side>(pushes & RelativeRank<side>(2)) & empty;
  pushes &= ~enemy.pawn_attacks & (view.all_attacks | ~enemy.all_attacks);
  const Bitboard officers = board.position.of(Other(side)) & ~enemy.pawns & ~chess::Bit(enemy.king);
  const Bitboard attacked = chess::PawnSetAttacks(side, pushes) & ~view.pawn_attacks;
  sink.template Add<side>(Term::kPushThreat, chess::Count(attacked & officers));
}

// One piece or pawn that attacks two enemies at once, each more valuable or unprotected.
template <Color side, class Sink>
void Forks(const BoardView& board, Sink& sink) {
  constexpr Color kEnemy = Other(side);
  const chess::Position& position = board.position;
  const SideView& view = board.of(side);
  const SideView& enemy = board.of(kEnemy);
  const Bitboard king = chess::Bit(enemy.king);
  const Bitboard queens = position.of(kEnemy, PieceType::kQueen);
  const Bitboard majors = queens | position.of(kEnemy, PieceType::kRook);
  const Bitboard loose = position.of(kEnemy) & ~enemy.all_attacks & ~enemy.pawns;
  const Bitboard officers = position.of(kEnemy) & ~enemy.pawns;
  int forks = 0;
  for (size_t i = 0; i < view.piece_count; ++i) {
    const PieceView& piece = view.pieces[i];
    const Bitboard dearer = piece.type == PieceType::kQueen  ? king
                            : piece.type == PieceType::kRook ? king | queens
                                                             : king | majors;
    forks += chess::Count(piece.attacks & (dearer | loose)) >= 2 ? 1 : 0;
  }
  // Pawns: the squares between two attacked pieces, one step back.
  const Bitboard west_of = (chess::PawnWest<side>(view.pawns) & officers & ~chess::kFileH) << 1;
  const Bitboard east_of = (chess::PawnEast<side>(view.pawns) & officers & ~chess::kFileA) >> 1;
  forks += chess::Count(west_of & east_of);
  sink.template Add<side>(Term::kFork, forks);
}

// A knight on the path of an own passed pawn, or covering a square of it.
template <Color side, class Sink>
void KnightsGuardingPassers(const BoardView& board, Sink& sink) {
  const Bitboard passed = board.pawn_facts.passed[static_cast<size_t>(side)];
  if (passed == 0) return;
  const Bitboard path = Ahead<side>(passed);
  const SideView& view = board.of(side);
  int guards = 0;
  for (size_t i = 0; i < view.piece_count && view.pieces[i].type == PieceType::kKnight; ++i) {
    const Bitboard reach = view.pieces[i].attacks | chess::Bit(view.pieces[i].square);
    guards += (reach & path) != 0 ? 1 : 0;
  }
  sink.template Add<side>(Term::kKnightGuardsPasser, guards);
}

}  // namespace rookery::eval
