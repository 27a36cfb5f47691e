#include <array>

#include "base/status.h"
#include "engine/chess/notation.h"

namespace rookery::chess {
namespace {

constexpr std::string_view kPromotionLetters = "nbrq";  // in the order of PieceType from kKnight

Square ParseSquare(char file, char rank) {
  if (file < 'a' || file > 'h' || rank < '1' || rank > '8') return Square::kNone;
  return MakeSquare(file - 'a', rank - '1');
}

// "e1g1" as the king's move onto its rook, where the king may castle to that side.
Move AsCastling(const Position& position, Square from, Square to) {
  const Color us = position.side();
  if (from != position.king(us)) return Move();
  for (Bitboard rest = position.castling_rooks(us); rest != 0;) {
    const Square rook = PopFirst(rest);
    const int distance = FileOf(to) - FileOf(from);
    const bool king_side = FileOf(rook) > FileOf(from);
    if (to == CastledKing(us, king_side) && (distance == 2 || distance == -2)) {
      const Move castling(from, rook);
      if (position.IsLegal(castling)) return castling;
    }
  }
  return Move();
}

}  // namespace

std::string ToText(Square square) {
  if (square == Square::kNone) return "-";
  return {static_cast<char>('a' + FileOf(square)), static_cast<char>('1' + RankOf(square))};
}

std::string ToUci(const Position& position, Move move, bool chess960) {
  if (move.none()) return "0000";
  Square to = move.to();
  if (!chess960 && position.IsCastling(move)) {
    const Square king_to = CastledKing(position.side(), FileOf(to) > FileOf(move.from()));
    // From other files than e the king's steps would read as another move, or as none.
    const int distance = FileOf(king_to) - FileOf(move.from());
    if (distance == 2 || distance == -2) to = king_to;
  }
  std::string text = ToText(move.from()) + ToText(to);
  if (move.promotion() != PieceType::kNone) {
    text += kPromotionLetters[Index(move.promotion()) - Index(PieceType::kKnight)];
  }
  return text;
}

absl::StatusOr<Move> ParseUci(const Position& position, std::string_view text) {
  const std::string quoted(text.substr(0, 20));
  const auto malformed = [&quoted] {
    return InvalidArgument("move '{}': write from and to square and, for a promotion, q r b or n",
                           quoted);
  };
  if (text.size() != 4 && text.size() != 5) return malformed();
  const Square from = ParseSquare(text[0], text[1]);
  const Square to = ParseSquare(text[2], text[3]);
  if (from == Square::kNone || to == Square::kNone) return malformed();
  PieceType promotion = PieceType::kNone;
  if (text.size() == 5) {
    const size_t letter = kPromotionLetters.find(text[4]);
    if (letter == std::string_view::npos) return malformed();
    promotion = static_cast<PieceType>(Index(PieceType::kKnight) + static_cast<int>(letter));
  }
  const Move move(from, to, promotion);
  if (position.IsLegal(move)) return move;
  if (promotion == PieceType::kNone) {
    const Move castling = AsCastling(position, from, to);
    if (!castling.none()) return castling;
  }
  return InvalidArgument("move '{}': not legal in {}", quoted, ToFen(position));
}

}  // namespace rookery::chess
