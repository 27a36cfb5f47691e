// The legal move generator as a template over its sink, so that lists, counts and perft's walk are
// the same code. Nothing is generated that must be taken back: checks and pins become masks of
// allowed targets beforehand. Internal to engine/chess (movegen.h is for the others).
// Pure functions; any thread.
//
// Why two pin masks for all pieces are enough: each holds the lines from the king to the pinners,
// both ends but the king. A pinned piece can't reach another line of the same kind in one move of
// that kind, because such lines meet in the king's square alone.
//
// `index` is how the sliders' tables are indexed: callers that walk far decide it once.
#pragma once

#include "engine/chess/placement.h"

namespace rookery::chess {

enum class MoveKind { kAll, kTactical, kQuiet };
enum class Promotions { kAll, kQueenOnly, kUnderOnly };

// What checks and pins leave to the side to move.
struct Restrictions {
  Bitboard targets;       // squares that end a check: everything without, nothing in double check
  Bitboard pin_straight;  // files and ranks from the king to its pinners
  Bitboard pin_diagonal;
  Bitboard checkers;
};

template <Color us, TableIndex index = TableIndex::kByProcessor>
Restrictions FindRestrictions(const Placement& placement) {
  constexpr Color them = Other(us);
  const Square king = First(placement.of(us, PieceType::kKing));
  const Bitboard own = placement.of(us);
  const Bitboard enemies = placement.of(them);
  Restrictions found{~Bitboard{0}, 0, 0, 0};
  found.checkers = (PawnAttacks(us, king) & placement.of(them, PieceType::kPawn)) |
                   (KnightAttacks(king) & placement.of(them, PieceType::kKnight));
  // Two of these at once can't come about by a move, but a position from outside may have them.
  if (found.checkers != 0) {
    found.targets = (found.checkers & (found.checkers - 1)) == 0 ? found.checkers : 0;
  }
  const auto look = [&](Bitboard snipers, Bitboard& pins) {
    while (snipers != 0) {
      const Square sniper = PopFirst(snipers);
      const Bitboard between = Between(king, sniper);
      const Bitboard shields = between & own;
      if (shields == 0) {
        // A second checker leaves no target.
        found.targets = found.checkers != 0 ? 0 : between | Bit(sniper);
        found.checkers |= Bit(sniper);
      } else if ((shields & (shields - 1)) == 0) {
        pins |= between | Bit(sniper);
      }
    }
  };
  // Own pieces are transparent here, so that both checkers and pinners are seen.
  look(RookAttacks<index>(king, enemies) & enemies & placement.straight_sliders(),
       found.pin_straight);
  look(BishopAttacks<index>(king, enemies) & enemies & placement.diagonal_sliders(),
       found.pin_diagonal);
  return found;
}

// The squares of `candidates` that `us`'s king may enter: not attacked once it has left its own.
template <Color us, TableIndex index = TableIndex::kByProcessor>
Bitboard SafeForKing(const Placement& placement, Bitboard candidates) {
  constexpr Color them = Other(us);
  if (candidates == 0) return 0;
  const Bitboard enemies = placement.of(them);
  candidates &= ~PawnSetAttacks(them, placement.of(them, PieceType::kPawn));
  candidates &= ~KingAttacks(First(placement.of(them, PieceType::kKing)));
  for (Bitboard rest = enemies & placement.of(PieceType::kKnight); rest != 0;) {
    candidates &= ~KnightAttacks(PopFirst(rest));
  }
  const Bitboard occupied = placement.occupied() & ~placement.of(us, PieceType::kKing);
  for (Bitboard rest = enemies & placement.diagonal_sliders(); rest != 0 && candidates != 0;) {
    candidates &= ~BishopAttacks<index>(PopFirst(rest), occupied);
  }
  for (Bitboard rest = enemies & placement.straight_sliders(); rest != 0 && candidates != 0;) {
    candidates &= ~RookAttacks<index>(PopFirst(rest), occupied);
  }
  return candidates;
}

// Whether capturing en passant from `from` leaves the king safe, whatever is pinned or checks.
template <Color us, TableIndex index = TableIndex::kByProcessor>
bool EnPassantIsSafe(const Placement& placement, Square from) {
  const Bitboard captured = Forward<Other(us)>(Bit(placement.en_passant));
  const Bitboard occupied =
      (placement.occupied() ^ Bit(from) ^ captured) | Bit(placement.en_passant);
  const Square king = First(placement.of(us, PieceType::kKing));
  return (placement.AttackersTo<index>(king, occupied) & placement.of(Other(us)) & ~captured) == 0;
}

// Whether `us`, who isn't in check, may castle with this rook, which still has the right.
template <Color us, TableIndex index = TableIndex::kByProcessor>
bool MayCastle(const Placement& placement, Bitboard pin_straight, Square rook) {
  const Square king = First(placement.of(us, PieceType::kKing));
  const bool king_side = FileOf(rook) > FileOf(king);
  const Square king_to = CastledKing(us, king_side);
  const Square rook_to = CastledRook(us, king_side);
  const Bitboard king_path = Between(king, king_to) | Bit(king_to);
  const Bitboard path = king_path | Between(rook, rook_to) | Bit(rook_to);
  if ((path & placement.occupied() & ~Bit(king) & ~Bit(rook)) != 0) return false;
  // A rook pinned along the rank (Chess960) shields the king from behind and would stop doing so.
  if ((pin_straight & Bit(rook)) != 0) return false;
  const Bitboard walk = king_path & ~Bit(king);
  return SafeForKing<us, index>(placement, walk) == walk;
}

template <Color us, MoveKind kind>
constexpr Bitboard AllowedTargets(const Placement& placement) {
  if constexpr (kind == MoveKind::kAll) return ~placement.of(us);
  if constexpr (kind == MoveKind::kTactical) return placement.of(Other(us));
  return ~placement.occupied();
}

// Sink: SinglePushes(to), DoublePushes(to), Captures(to, delta), PushPromotions(to, which),
// CapturePromotions(to, delta) with delta = to - from; EnPassant(from, to).
template <Color us, MoveKind kind, TableIndex index, typename Sink>
void GeneratePawns(const Placement& placement, const Restrictions& restrictions, Sink& sink) {
  constexpr Color them = Other(us);
  constexpr Bitboard last_rank = us == Color::kWhite ? RankMask(7) : RankMask(0);
  constexpr Bitboard third_rank = us == Color::kWhite ? RankMask(2) : RankMask(5);
  const Bitboard pawns = placement.of(us, PieceType::kPawn);
  const Bitboard empty = ~placement.occupied();

  const Bitboard pushers = pawns & ~restrictions.pin_diagonal;
  const Bitboard pinned_pushers = pushers & restrictions.pin_straight;
  const Bitboard singles = ((Forward<us>(pushers & ~pinned_pushers)) |
                            (Forward<us>(pinned_pushers) & restrictions.pin_straight)) &
                           empty;
  const Bitboard pushes = singles & restrictions.targets;
  if constexpr (kind != MoveKind::kTactical) {
    sink.SinglePushes(pushes & ~last_rank);
    // A pawn pinned on its file stays on it, so the second step needs no other test.
    sink.DoublePushes(Forward<us>(singles & third_rank) & empty & restrictions.targets);
  }
  if ((pushes & last_rank) != 0) {
    sink.PushPromotions(pushes & last_rank, kind == MoveKind::kAll        ? Promotions::kAll
                                            : kind == MoveKind::kTactical ? Promotions::kQueenOnly
                                                                          : Promotions::kUnderOnly);
  }
  if constexpr (kind == MoveKind::kQuiet) return;

  const Bitboard capturers = pawns & ~restrictions.pin_straight;
  const Bitboard pinned = capturers & restrictions.pin_diagonal;
  const Bitboard loose = capturers & ~pinned;
  const Bitboard prey = placement.of(them) & restrictions.targets;
  const Bitboard west =
      (PawnWest<us>(loose) | (PawnWest<us>(pinned) & restrictions.pin_diagonal)) & prey;
  const Bitboard east =
      (PawnEast<us>(loose) | (PawnEast<us>(pinned) & restrictions.pin_diagonal)) & prey;
  constexpr int west_delta = us == Color::kWhite ? 7 : -9;
  constexpr int east_delta = us == Color::kWhite ? 9 : -7;
  if (((west | east) & last_rank) != 0) {
    sink.CapturePromotions(west & last_rank, west_delta);
    sink.CapturePromotions(east & last_rank, east_delta);
  }
  sink.Captures(west & ~last_rank, west_delta);
  sink.Captures(east & ~last_rank, east_delta);
  if (placement.en_passant != Square::kNone) {
    for (Bitboard rest = pawns & PawnAttacks(them, placement.en_passant); rest != 0;) {
      const Square from = PopFirst(rest);
      if (EnPassantIsSafe<us, index>(placement, from)) sink.EnPassant(from, placement.en_passant);
    }
  }
}

// Sink, besides the pawns': Piece<type>(from, targets), Castle(king, rook).
template <Color us, MoveKind kind, TableIndex index, typename Sink>
void Generate(const Placement& placement, const Restrictions& restrictions, Sink& sink) {
  const Bitboard allowed = AllowedTargets<us, kind>(placement);
  const Square king = First(placement.of(us, PieceType::kKing));
  sink.template Piece<PieceType::kKing>(
      king, SafeForKing<us, index>(placement, KingAttacks(king) & allowed));
  if (restrictions.targets == 0) return;

  GeneratePawns<us, kind, index>(placement, restrictions, sink);
  const Bitboard own = placement.of(us);
  const Bitboard occupied = placement.occupied();
  const Bitboard targets = allowed & restrictions.targets;
  const Bitboard pins = restrictions.pin_straight | restrictions.pin_diagonal;
  for (Bitboard rest = own & placement.of(PieceType::kKnight) & ~pins; rest != 0;) {
    const Square from = PopFirst(rest);
    sink.template Piece<PieceType::kKnight>(from, KnightAttacks(from) & targets);
  }
  const auto diagonal = [&](Square from) {
    const Bitboard attacks = BishopAttacks<index>(from, occupied) & targets;
    return (restrictions.pin_diagonal & Bit(from)) != 0 ? attacks & restrictions.pin_diagonal
                                                        : attacks;
  };
  const auto straight = [&](Square from) {
    const Bitboard attacks = RookAttacks<index>(from, occupied) & targets;
    return (restrictions.pin_straight & Bit(from)) != 0 ? attacks & restrictions.pin_straight
                                                        : attacks;
  };
  for (Bitboard rest = own & placement.of(PieceType::kBishop) & ~restrictions.pin_straight;
       rest != 0;) {
    const Square from = PopFirst(rest);
    sink.template Piece<PieceType::kBishop>(from, diagonal(from));
  }
  for (Bitboard rest = own & placement.of(PieceType::kRook) & ~restrictions.pin_diagonal;
       rest != 0;) {
    const Square from = PopFirst(rest);
    sink.template Piece<PieceType::kRook>(from, straight(from));
  }
  for (Bitboard rest = own & placement.of(PieceType::kQueen); rest != 0;) {
    const Square from = PopFirst(rest);
    Bitboard moves = 0;
    if ((restrictions.pin_straight & Bit(from)) == 0) moves |= diagonal(from);
    if ((restrictions.pin_diagonal & Bit(from)) == 0) moves |= straight(from);
    sink.template Piece<PieceType::kQueen>(from, moves);
  }
  if constexpr (kind != MoveKind::kTactical) {
    if (restrictions.checkers == 0) {
      for (Bitboard rest = own & placement.castling_rooks; rest != 0;) {
        const Square rook = PopFirst(rest);
        if (MayCastle<us, index>(placement, restrictions.pin_straight, rook))
          sink.Castle(king, rook);
      }
    }
  }
}

}  // namespace rookery::chess
