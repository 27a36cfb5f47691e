// Terms of the kings and of attacks on them (catalogue A004, A136, A303, A311-A317, A320).
// Pure; any thread.
#pragma once

#include <algorithm>

#include "engine/eval/board_view.h"
#include "engine/eval/piece_terms.h"
#include "engine/eval/shape.h"
#include "engine/params/table.h"

namespace rookery::eval {

// Castled: on the back rank towards a wing, with no own rook shut in between king and corner.
template <Color side>
bool IsCastled(const BoardView& board) {
  const Square king = chess::Relative(side, board.of(side).king);
  const int file = chess::FileOf(king);
  if (chess::RankOf(king) != 0 || (file > 2 && file < 6)) return false;
  const int first = file > 4 ? file + 1 : 0;
  const int last = file > 4 ? 7 : file - 1;
  Bitboard outside = 0;
  for (int f = first; f <= last; ++f) outside |= RelativeBit<side>(f, 0);
  return (outside & board.position.of(side, PieceType::kRook)) == 0;
}

// The king's own square, the eight around it, and the three beyond towards the enemy.
template <Color side>
Bitboard KingZone(const SideView& view) {
  return view.king_attacks | chess::Bit(view.king) | chess::Forward<side>(view.king_attacks);
}

// Steps from the king to the nearest of the four centre squares.
inline int StepsToCentre(Square square) {
  const int file = chess::FileOf(square);
  const int rank = chess::RankOf(square);
  return std::max(std::max(3 - file, file - 4), std::max(3 - rank, rank - 4));
}

template <Color side, class Sink>
void KingPlace(const BoardView& board, Sink& sink) {
  const chess::Position& position = board.position;
  const SideView& view = board.of(side);
  const bool castled = IsCastled<side>(board);
  sink.template Add<side>(Term::kCastled, castled ? 1 : 0);
  sink.template Add<side>(Term::kCastlingRight, chess::Count(position.castling_rooks(side)));
  sink.template Add<side>(Term::kKingCentreEg, 3 - StepsToCentre(view.king));

  const Bitboard at_home = MinorsAtHome<side>(position);
  sink.template Add<side>(Term::kMinorUndeveloped, chess::Count(at_home));
  sink.template Add<side>(Term::kDevelopedAndCastled, castled && at_home == 0 ? 1 : 0);
}

template <Color side, class Sink>
void KingCover(const BoardView& board, Sink& sink) {
  const chess::Position& position = board.position;
  const SideView& view = board.of(side);
  const Bitboard king = chess::Bit(view.king);
  const Bitboard columns = king | Beside(king);
  const Bitboard ahead = chess::Forward<side>(columns);
  const Bitboard shelter = ahead | chess::Forward<side>(ahead);
  sink.template Add<side>(Term::kKingShelter, chess::Count(shelter & view.pawns));

  const Bitboard pawn_files = WholeFiles(view.pawns);
  sink.template Add<side>(Term::kKingExposed, chess::Count(columns & ~pawn_files));

  const bool back_rank = (king & RelativeRank<side>(0)) != 0;
  const Bitboard flight = ahead & ~position.of(side) & ~board.of(Other(side)).all_attacks;
  sink.template Add<side>(Term::kKingLuft, back_rank && flight != 0 ? 1 : 0);

  // Within two steps of a king.
  Bitboard near = view.king_attacks | king;
  near |= Beside(near);
  near |= near << 8 | near >> 8;
  const Bitboard minors =
      position.of(side, PieceType::kKnight) | position.of(side, PieceType::kBishop);
  sink.template Add<side>(Term::kKingDefender, std::min(2, chess::Count(near & minors)));
}

// Attackers of the enemy king's zone. One alone is harmless, several together count in full: the
// units are multiplied by a share that grows with their number, in eighths.
template <Color side, class Sink>
void KingAttack(const BoardView& board, const Shape& shape, Sink& sink) {
  const SideView& view = board.of(side);
  const Bitboard zone = KingZone<Other(side)>(board.of(Other(side)));
  std::array<int, 6> attackers = {};
  size_t total = 0;
  for (size_t i = 0; i < view.piece_count; ++i) {
    if ((view.pieces[i].attacks & zone) == 0) continue;
    ++attackers[static_cast<size_t>(view.pieces[i].type)];
    ++total;
  }
  if (total == 0) return;
  const int share = shape.king_attack_shares[std::min(total, shape.king_attack_shares.size() - 1)];
  const auto add = [&](Term term, PieceType type) {
    const int count = std::min(shape.king_attack_most, attackers[static_cast<size_t>(type)]);
    sink.template AddEighths<side>(term, count * share);
  };
  add(Term::kKingAttackN, PieceType::kKnight);
  add(Term::kKingAttackB, PieceType::kBishop);
  add(Term::kKingAttackR, PieceType::kRook);
  add(Term::kKingAttackQ, PieceType::kQueen);
}

// Squares from which a check would be safe, and squares beside the enemy king that only it or its
// queen defends.
template <Color side, class Sink>
void KingDanger(const BoardView& board, Sink& sink) {
  const SideView& view = board.of(side);
  const SideView& enemy = board.of(Other(side));
  const Bitboard own = board.position.of(side);
  const Bitboard defended = enemy.pawn_attacks | enemy.minor_attacks | enemy.rook_attacks;
  const Bitboard safe = ~own & ~defended & ~enemy.king_attacks & ~enemy.queen_attacks;
  const Bitboard diagonal = chess::BishopAttacks(enemy.king, board.occupied) & safe;
  const Bitboard straight = chess::RookAttacks(enemy.king, board.occupied) & safe;
  const Bitboard leaps = chess::KnightAttacks(enemy.king) & safe;
  std::array<Bitboard, 6> reach = {};
  for (size_t i = 0; i < view.piece_count; ++i) {
    reach[static_cast<size_t>(view.pieces[i].type)] |= view.pieces[i].attacks;
  }
  const auto of = [&](PieceType type) { return reach[static_cast<size_t>(type)]; };
  sink.template Add<side>(Term::kSafeCheckN, chess::Count(leaps & of(PieceType::kKnight)));
  sink.template Add<side>(Term::kSafeCheckB, chess::Count(diagonal & of(PieceType::kBishop)));
  sink.template Add<side>(Term::kSafeCheckR, chess::Count(straight & of(PieceType::kRook)));
  sink.template Add<side>(Term::kSafeCheckQ,
                          chess::Count((diagonal | straight) & of(PieceType::kQueen)));
  const Bitboard weak = enemy.king_attacks & view.all_attacks & ~defended;
  sink.template Add<side>(Term::kKingZoneAttack, chess::Count(weak));
}

// Enemy pawns that come near, and the king on its first rank.
template <Color side, class Sink>
void KingFront(const BoardView& board, Sink& sink) {
  const Bitboard king = chess::Bit(board.of(side).king);
  Bitboard ahead = king | Beside(king);
  Bitboard zone = 0;
  for (int rank = 0; rank < 4; ++rank) {
    ahead = chess::Forward<side>(ahead);
    zone |= ahead;
  }
  sink.template Add<side>(Term::kPawnStorm, chess::Count(zone & board.of(Other(side)).pawns));
  sink.template Add<side>(Term::kKingBackRank, (king & RelativeRank<side>(0)) != 0 ? 1 : 0);
}

// Attackers of f7 (f2) beyond its defenders, as long as that king stands on its first square.
template <Color side, class Sink>
void WeakPointPressure(const BoardView& board, Sink& sink) {
  constexpr Color kEnemy = Other(side);
  const Square home = chess::Relative(kEnemy, chess::MakeSquare(4, 0));
  if (board.of(kEnemy).king != home) return;
  const Square point = chess::Relative(kEnemy, chess::MakeSquare(5, 1));
  const Bitboard attackers = board.position.AttackersTo(point, board.occupied);
  const int surplus = chess::Count(attackers & board.position.of(side)) -
                      chess::Count(attackers & board.position.of(kEnemy));
  sink.template Add<side>(Term::kF7Pressure, std::max(0, surplus));
}

}  // namespace rookery::eval
