#include "engine/chess/fortress.h"

#include "engine/chess/attacks.h"

namespace rookery::chess {
namespace {

constexpr int kMostPieces = 2;                // beside kings and pawns
constexpr uint64_t kMostPlacements = 20'000;  // tried one by one

// Whether every pawn stands before a pawn: then none can move until one is taken, and the pawns of
// a file that face each other are of both colours.
bool AllPawnsLocked(const Position& position) {
  const Bitboard white = position.of(Color::kWhite, PieceType::kPawn);
  const Bitboard black = position.of(Color::kBlack, PieceType::kPawn);
  const Bitboard pawns = white | black;
  return pawns != 0 && (white & ~(pawns >> 8)) == 0 && (black & ~(pawns << 8)) == 0;
}

// A piece and all squares that it might ever stand on; by colour, kings apart.
struct Wanderer {
  Color color;
  PieceType type;
  Bitboard range;
};

class Fortress {
 public:
  explicit Fortress(const Position& position)
      : position_(position), pawns_(position.of(PieceType::kPawn)) {
    for (const Color color : {Color::kWhite, Color::kBlack}) {
      pawn_attacks_[Index(color)] = PawnSetAttacks(color, position.of(color, PieceType::kPawn));
    }
    for (const Color color : {Color::kWhite, Color::kBlack}) {
      kings_[Index(color)] = Range(color, PieceType::kKing, position.king(color));
    }
    for (Bitboard rest = position.occupied() & ~pawns_ & ~position.of(PieceType::kKing);
         rest != 0;) {
      const Square square = PopFirst(rest);
      const Piece piece = position.at(square);
      pieces_[count_++] = {ColorOf(piece), TypeOf(piece),
                           Range(ColorOf(piece), TypeOf(piece), square)};
    }
  }

  bool Holds() const {
    if (!PawnsStay()) return false;
    if (!CanBeChecked(Color::kWhite) && !CanBeChecked(Color::kBlack)) return true;
    return Placements() <= kMostPlacements && !AnyMate();
  }

 private:
  Bitboard PawnsOf(Color color) const { return position_.of(color, PieceType::kPawn); }

  // Squares that the piece might come to from `start`, which it has come to already.
  Bitboard Range(Color color, PieceType type, Square start) const {
    Bitboard barred = pawns_;
    if (type == PieceType::kKing) barred |= pawn_attacks_[Index(Other(color))];
    Bitboard range = Bit(start);
    for (Bitboard fresh = range; fresh != 0;) {
      const Bitboard next = PieceAttacks(type, PopFirst(fresh), pawns_) & ~barred & ~range;
      range |= next;
      fresh |= next;
    }
    return range;
  }

  static Bitboard AttacksFrom(PieceType type, Bitboard range, Bitboard occupied) {
    Bitboard attacks = 0;
    while (range != 0) attacks |= PieceAttacks(type, PopFirst(range), occupied);
    return attacks;
  }

  // No pawn can ever be taken or take.
  bool PawnsStay() const {
    for (const Color color : {Color::kWhite, Color::kBlack}) {
      const Bitboard prey = PawnsOf(Other(color));
      if ((pawn_attacks_[Index(color)] & prey) != 0) return false;
      const Bitboard unprotected = prey & ~pawn_attacks_[Index(Other(color))];
      const Bitboard king = AttacksFrom(PieceType::kKing, kings_[Index(color)], pawns_);
      if ((king & unprotected) != 0) return false;
    }
    for (int i = 0; i < count_; ++i) {
      const Wanderer& piece = pieces_[i];
      const Bitboard attacks = AttacksFrom(piece.type, piece.range, pawns_);
      if ((attacks & PawnsOf(Other(piece.color))) != 0) return false;
      if ((piece.range & pawn_attacks_[Index(Other(piece.color))]) != 0) return false;
    }
    return true;
  }

  // Whether anything of the other side might ever attack the king.
  bool CanBeChecked(Color color) const {
    Bitboard attacks = pawn_attacks_[Index(Other(color))];
    for (int i = 0; i < count_; ++i) {
      if (pieces_[i].color != color) {
        attacks |= AttacksFrom(pieces_[i].type, pieces_[i].range, pawns_);
      }
    }
    return (attacks & kings_[Index(color)]) != 0;
  }

  uint64_t Placements() const {
    uint64_t placements = 1;
    for (const Bitboard range : kings_) placements *= static_cast<uint64_t>(Count(range));
    for (int i = 0; i < count_; ++i) {
      placements *= static_cast<uint64_t>(Count(pieces_[i].range) + 1);
    }
    return placements;
  }

  bool AnyMate() const {
    for (Bitboard white = kings_[0]; white != 0;) {
      const Square white_king = PopFirst(white);
      for (Bitboard black = kings_[1] & ~KingAttacks(white_king) & ~Bit(white_king); black != 0;) {
        if (AnyMateOf({white_king, PopFirst(black)})) return true;
      }
    }
    return false;
  }

  using Squares = std::array<Square, 2>;  // by colour, or by piece

  // Pieces may have been taken, too: Square::kNone.
  bool AnyMateOf(const Squares& kings) const {
    Squares at = {Square::kNone, Square::kNone};
    const Bitboard taken = pawns_ | Bit(kings[0]) | Bit(kings[1]);
    Bitboard first = count_ > 0 ? pieces_[0].range & ~taken : 0;
    for (;;) {
      Bitboard second = count_ > 1 ? pieces_[1].range & ~taken : 0;
      if (at[0] != Square::kNone) second &= ~Bit(at[0]);
      at[1] = Square::kNone;
      for (;;) {
        if (IsMate(Color::kWhite, kings, at) || IsMate(Color::kBlack, kings, at)) return true;
        if (second == 0) break;
        at[1] = PopFirst(second);
      }
      if (first == 0) return false;
      at[0] = PopFirst(first);
    }
  }

  // Whether `color`'s king is attacked and can't step away. That the check might be answered
  // otherwise isn't looked at.
  bool IsMate(Color color, const Squares& kings, const Squares& at) const {
    const Square king = kings[Index(color)];
    Bitboard own = PawnsOf(color);
    Bitboard men = pawns_ | Bit(kings[Index(Other(color))]);  // the king itself is lifted
    for (int i = 0; i < count_; ++i) {
      if (at[i] == Square::kNone) continue;
      men |= Bit(at[i]);
      if (pieces_[i].color == color) own |= Bit(at[i]);
    }
    const Bitboard attacked = Attacked(color, at, men);
    if ((attacked & Bit(king)) == 0) return false;
    const Bitboard other_king = KingAttacks(kings[Index(Other(color))]);
    return (KingAttacks(king) & ~own & ~attacked & ~other_king) == 0;
  }

  // What the other side's pawns and pieces attack, men of their own colour included.
  Bitboard Attacked(Color color, const Squares& at, Bitboard men) const {
    Bitboard attacked = pawn_attacks_[Index(Other(color))];
    for (int i = 0; i < count_; ++i) {
      if (pieces_[i].color == color || at[i] == Square::kNone) continue;
      attacked |= PieceAttacks(pieces_[i].type, at[i], men);
    }
    return attacked;
  }

  const Position& position_;
  Bitboard pawns_;
  std::array<Bitboard, 2> pawn_attacks_{};
  std::array<Bitboard, 2> kings_{};
  std::array<Wanderer, kMostPieces> pieces_{};
  int count_ = 0;
};

}  // namespace

bool IsFortress(const Position& position) {
  const Bitboard pieces =
      position.occupied() & ~position.of(PieceType::kPawn) & ~position.of(PieceType::kKing);
  if (Count(pieces) > kMostPieces || !AllPawnsLocked(position)) return false;
  if (position.en_passant() != Square::kNone) return false;
  if ((position.castling_rooks(Color::kWhite) | position.castling_rooks(Color::kBlack)) != 0) {
    return false;
  }
  return Fortress(position).Holds();
}

}  // namespace rookery::chess
