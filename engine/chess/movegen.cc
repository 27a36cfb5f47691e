#include "engine/chess/movegen.h"

#include "engine/chess/generate.h"

namespace rookery::chess {
namespace {

// Writes moves into a list.
template <Color us>
class ListSink {
 public:
  explicit ListSink(MoveList& moves) : moves_(moves) {}

  template <PieceType type>
  void Piece(Square from, Bitboard targets) {
    while (targets != 0) moves_.Add(Move(from, PopFirst(targets)));
  }
  void SinglePushes(Bitboard to) { Captures(to, kForward); }
  void DoublePushes(Bitboard to) { Captures(to, 2 * kForward); }
  void Captures(Bitboard targets, int delta) {
    while (targets != 0) {
      const Square to = PopFirst(targets);
      moves_.Add(Move(Back(to, delta), to));
    }
  }
  void PushPromotions(Bitboard targets, Promotions which) { Promote(targets, kForward, which); }
  void CapturePromotions(Bitboard targets, int delta) { Promote(targets, delta, Promotions::kAll); }
  void EnPassant(Square from, Square to) { moves_.Add(Move(from, to)); }
  void Castle(Square king, Square rook) { moves_.Add(Move(king, rook)); }

 private:
  static constexpr int kForward = us == Color::kWhite ? 8 : -8;
  static constexpr Square Back(Square to, int delta) {
    return static_cast<Square>(Index(to) - delta);
  }

  void Promote(Bitboard targets, int delta, Promotions which) {
    while (targets != 0) {
      const Square to = PopFirst(targets);
      const Square from = Back(to, delta);
      if (which != Promotions::kUnderOnly) moves_.Add(Move(from, to, PieceType::kQueen));
      if (which == Promotions::kQueenOnly) continue;
      moves_.Add(Move(from, to, PieceType::kKnight));
      moves_.Add(Move(from, to, PieceType::kRook));
      moves_.Add(Move(from, to, PieceType::kBishop));
    }
  }

  MoveList& moves_;
};

template <Color us, MoveKind kind, TableIndex index>
void List(const Placement& placement, MoveList& moves) {
  ListSink<us> sink(moves);
  Generate<us, kind, index>(placement, FindRestrictions<us, index>(placement), sink);
}

template <Color us, MoveKind kind>
void List(const Placement& placement, MoveList& moves) {
  if (IndexedByPext()) {
    List<us, kind, TableIndex::kPext>(placement, moves);
  } else {
    List<us, kind, TableIndex::kFactors>(placement, moves);
  }
}

template <MoveKind kind>
void List(const Position& position, MoveList& moves) {
  if (position.side() == Color::kWhite) {
    List<Color::kWhite, kind>(position.placement(), moves);
  } else {
    List<Color::kBlack, kind>(position.placement(), moves);
  }
}

// Where the piece on `from` could go if the king's safety didn't matter; king and en passant apart.
template <Color us>
Bitboard PseudoTargets(const Placement& placement, PieceType type, Square from) {
  if (type != PieceType::kPawn) {
    return PieceAttacks(type, from, placement.occupied()) & ~placement.of(us);
  }
  const Bitboard empty = ~placement.occupied();
  constexpr Bitboard third_rank = us == Color::kWhite ? RankMask(2) : RankMask(5);
  const Bitboard single = Forward<us>(Bit(from)) & empty;
  return single | (Forward<us>(single & third_rank) & empty) |
         (PawnAttacks(us, from) & placement.of(Other(us)));
}

// Looks at the bits, because an unused value of the three would read as no promotion.
bool PromotionFits(Move move, bool reaches_last_rank) {
  const int bits = move.bits() >> 12;
  if (!reaches_last_rank) return bits == 0;
  return bits >= Index(PieceType::kKnight) && bits <= Index(PieceType::kQueen);
}

template <Color us>
bool Legal(const Position& position, Move move) {
  const Placement& placement = position.placement();
  const Square from = move.from();
  const Square to = move.to();
  const Piece piece = position.at(from);
  if (piece == Piece::kNone || ColorOf(piece) != us) return false;
  const PieceType type = TypeOf(piece);
  const bool last_rank = type == PieceType::kPawn && (RankOf(to) == 0 || RankOf(to) == 7);
  if (!PromotionFits(move, last_rank)) return false;
  if (type == PieceType::kPawn && to == placement.en_passant) {
    return (PawnAttacks(us, from) & Bit(to)) != 0 && EnPassantIsSafe<us>(placement, from);
  }
  const Restrictions restrictions = FindRestrictions<us>(placement);
  if (type == PieceType::kKing) {
    if ((Bit(to) & placement.of(us)) != 0) {
      return (Bit(to) & placement.castling_rooks) != 0 && restrictions.checkers == 0 &&
             MayCastle<us>(placement, restrictions.pin_straight, to);
    }
    return (KingAttacks(from) & Bit(to)) != 0 && SafeForKing<us>(placement, Bit(to)) != 0;
  }
  if ((PseudoTargets<us>(placement, type, from) & restrictions.targets & Bit(to)) == 0) {
    return false;
  }
  const Bitboard pins = restrictions.pin_straight | restrictions.pin_diagonal;
  return (pins & Bit(from)) == 0 || (LineThrough(position.king(us), from) & Bit(to)) != 0;
}

}  // namespace

void GenerateLegal(const Position& position, MoveList& moves) {
  List<MoveKind::kAll>(position, moves);
}

void GenerateTactical(const Position& position, MoveList& moves) {
  List<MoveKind::kTactical>(position, moves);
}

void GenerateQuiet(const Position& position, MoveList& moves) {
  List<MoveKind::kQuiet>(position, moves);
}

bool HasLegalMove(const Position& position) { return CountLegal(position) != 0; }

bool Position::IsLegal(Move move) const {
  return side() == Color::kWhite ? Legal<Color::kWhite>(*this, move)
                                 : Legal<Color::kBlack>(*this, move);
}

}  // namespace rookery::chess
