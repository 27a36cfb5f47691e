// Perft and move counts without lists: the generator's sinks count targets at the last ply, and
// above it copy a Placement of 82 bytes per move; neither keys nor clocks are needed here.
#include "engine/chess/generate.h"
#include "engine/chess/movegen.h"

namespace rookery::chess {
namespace {

class CountSink {
 public:
  int count() const { return count_; }

  template <PieceType type>
  void Piece(Square, Bitboard targets) {
    count_ += Count(targets);
  }
  void SinglePushes(Bitboard to) { count_ += Count(to); }
  void DoublePushes(Bitboard to) { count_ += Count(to); }
  void Captures(Bitboard to, int) { count_ += Count(to); }
  void PushPromotions(Bitboard to, Promotions) { count_ += 4 * Count(to); }
  void CapturePromotions(Bitboard to, int) { count_ += 4 * Count(to); }
  void EnPassant(Square, Square) { ++count_; }
  void Castle(Square, Square) { ++count_; }

 private:
  int count_ = 0;
};

template <Color us, TableIndex index>
int CountMoves(const Placement& placement) {
  CountSink sink;
  Generate<us, MoveKind::kAll, index>(placement, FindRestrictions<us, index>(placement), sink);
  return sink.count();
}

template <Color us, TableIndex index>
uint64_t Walk(const Placement& placement, int depth);

// Plays each move on a copy and walks on below it.
template <Color us, TableIndex index>
class WalkSink {
 public:
  WalkSink(const Placement& parent, int depth) : parent_(parent), depth_(depth) {}
  uint64_t leaves() const { return leaves_; }

  template <PieceType type>
  void Piece(Square from, Bitboard targets) {
    while (targets != 0) {
      const Square to = PopFirst(targets);
      Placement child = Lifted<type>(from);
      Drop(child, type, to);
      child.castling_rooks &= ~(Bit(from) | Bit(to));
      if constexpr (type == PieceType::kKing) child.castling_rooks &= ~parent_.of(us);
      Descend(child);
    }
  }
  void SinglePushes(Bitboard targets) { Captures(targets, kForward); }
  void DoublePushes(Bitboard targets) {
    while (targets != 0) {
      const Square to = PopFirst(targets);
      Placement child = Lifted<PieceType::kPawn>(Back(to, 2 * kForward));
      Drop(child, PieceType::kPawn, to);
      const Square passed = Back(to, kForward);
      if ((PawnAttacks(us, passed) & child.of(Other(us), PieceType::kPawn)) != 0) {
        child.en_passant = passed;
      }
      Descend(child);
    }
  }
  void Captures(Bitboard targets, int delta) {
    while (targets != 0) {
      const Square to = PopFirst(targets);
      Placement child = Lifted<PieceType::kPawn>(Back(to, delta));
      Drop(child, PieceType::kPawn, to);
      child.castling_rooks &= ~Bit(to);
      Descend(child);
    }
  }
  void PushPromotions(Bitboard targets, Promotions) { CapturePromotions(targets, kForward); }
  void CapturePromotions(Bitboard targets, int delta) {
    while (targets != 0) {
      const Square to = PopFirst(targets);
      for (const PieceType type :
           {PieceType::kQueen, PieceType::kKnight, PieceType::kRook, PieceType::kBishop}) {
        Placement child = Lifted<PieceType::kPawn>(Back(to, delta));
        Drop(child, type, to);
        child.castling_rooks &= ~Bit(to);
        Descend(child);
      }
    }
  }
  void EnPassant(Square from, Square to) {
    Placement child = Lifted<PieceType::kPawn>(from);
    Drop(child, PieceType::kPawn, to);
    const Bitboard captured = Bit(Back(to, kForward));
    child.by_type[Index(PieceType::kPawn)] &= ~captured;
    child.by_color[Index(Other(us))] &= ~captured;
    Descend(child);
  }
  void Castle(Square king, Square rook) {
    const bool king_side = FileOf(rook) > FileOf(king);
    Placement child = Lifted<PieceType::kKing>(king);
    child.by_type[Index(PieceType::kRook)] &= ~Bit(rook);
    child.by_color[Index(us)] &= ~Bit(rook);
    Set(child, PieceType::kKing, CastledKing(us, king_side));
    Set(child, PieceType::kRook, CastledRook(us, king_side));
    child.castling_rooks &= ~parent_.of(us);
    Descend(child);
  }

 private:
  static constexpr int kForward = us == Color::kWhite ? 8 : -8;
  static constexpr Square Back(Square to, int delta) {
    return static_cast<Square>(Index(to) - delta);
  }

  // The parent with the moving piece in the air and the other side to move.
  template <PieceType type>
  Placement Lifted(Square from) const {
    Placement child = parent_;
    child.by_type[Index(type)] &= ~Bit(from);
    child.by_color[Index(us)] &= ~Bit(from);
    child.en_passant = Square::kNone;
    child.side = Other(us);
    return child;
  }
  static void Set(Placement& child, PieceType type, Square to) {
    child.by_type[Index(type)] |= Bit(to);
    child.by_color[Index(us)] |= Bit(to);
  }
  // Lands a piece, whatever stood there.
  static void Drop(Placement& child, PieceType type, Square to) {
    for (Bitboard& pieces : child.by_type) pieces &= ~Bit(to);
    child.by_color[Index(Other(us))] &= ~Bit(to);
    Set(child, type, to);
  }
  void Descend(const Placement& child) { leaves_ += Walk<Other(us), index>(child, depth_ - 1); }

  const Placement& parent_;
  int depth_;
  uint64_t leaves_ = 0;
};

template <Color us, TableIndex index>
uint64_t Walk(const Placement& placement, int depth) {
  if (depth == 1) return CountMoves<us, index>(placement);
  WalkSink<us, index> sink(placement, depth);
  Generate<us, MoveKind::kAll, index>(placement, FindRestrictions<us, index>(placement), sink);
  return sink.leaves();
}

template <TableIndex index>
int CountMoves(const Placement& placement) {
  return placement.side == Color::kWhite ? CountMoves<Color::kWhite, index>(placement)
                                         : CountMoves<Color::kBlack, index>(placement);
}

template <TableIndex index>
uint64_t Walk(const Placement& placement, int depth) {
  return placement.side == Color::kWhite ? Walk<Color::kWhite, index>(placement, depth)
                                         : Walk<Color::kBlack, index>(placement, depth);
}

}  // namespace

int CountLegal(const Position& position) {
  return IndexedByPext() ? CountMoves<TableIndex::kPext>(position.placement())
                         : CountMoves<TableIndex::kFactors>(position.placement());
}

uint64_t Perft(const Position& position, int depth) {
  if (depth <= 0) return 1;
  return IndexedByPext() ? Walk<TableIndex::kPext>(position.placement(), depth)
                         : Walk<TableIndex::kFactors>(position.placement(), depth);
}

}  // namespace rookery::chess
