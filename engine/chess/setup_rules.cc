#include "engine/chess/setup_rules.h"

#include "base/status.h"
#include "engine/chess/notation.h"

namespace rookery::chess {
namespace {

constexpr int kMaxPieces = 16;
constexpr int kMaxPawns = 8;

std::string_view Name(Color color) { return color == Color::kWhite ? "White" : "Black"; }

Placement PlacementOf(const Position::Setup& setup) {
  Placement placement;
  for (int i = 0; i < 64; ++i) {
    if (setup.board[i] == Piece::kNone) continue;
    const Bitboard bit = Bit(static_cast<Square>(i));
    placement.by_type[Index(TypeOf(setup.board[i]))] |= bit;
    placement.by_color[Index(ColorOf(setup.board[i]))] |= bit;
  }
  placement.side = setup.side;
  return placement;
}

absl::Status CheckCounts(const Placement& placement, Color color) {
  const int kings = Count(placement.of(color, PieceType::kKing));
  if (kings != 1) {
    return InvalidArgument("FEN pieces: {} has {} kings; each side needs exactly one", Name(color),
                           kings);
  }
  const int pawns = Count(placement.of(color, PieceType::kPawn));
  if (pawns > kMaxPawns) {
    return InvalidArgument("FEN pieces: {} has {} pawns; at most {} are possible", Name(color),
                           pawns, kMaxPawns);
  }
  const int pieces = Count(placement.of(color));
  if (pieces > kMaxPieces) {
    return InvalidArgument("FEN pieces: {} has {} pieces; at most {} are possible", Name(color),
                           pieces, kMaxPieces);
  }
  return absl::OkStatus();
}

}  // namespace

absl::Status CheckPieces(const Position::Setup& setup) {
  const Placement placement = PlacementOf(setup);
  for (const Color color : {Color::kWhite, Color::kBlack}) {
    ROOKERY_RETURN_IF_ERROR(CheckCounts(placement, color));
  }
  const Bitboard stray = placement.of(PieceType::kPawn) & (RankMask(0) | RankMask(7));
  if (stray != 0) {
    return InvalidArgument("FEN pieces: a pawn on {}; no pawn can stand on the first or last rank",
                           ToText(First(stray)));
  }
  return absl::OkStatus();
}

absl::Status CheckEnPassant(const Position::Setup& setup) {
  const Square square = setup.en_passant;
  if (square == Square::kNone) return absl::OkStatus();
  const bool white_moves = setup.side == Color::kWhite;
  if (RankOf(square) != (white_moves ? 5 : 2)) {
    return InvalidArgument("FEN en passant '{}': with {} to move it must lie on the {} rank",
                           ToText(square), Name(setup.side), white_moves ? "sixth" : "third");
  }
  const int ahead = white_moves ? -8 : 8;
  const Piece pawn = MakePiece(Other(setup.side), PieceType::kPawn);
  if (setup.board[Index(square) + ahead] != pawn || setup.board[Index(square)] != Piece::kNone ||
      setup.board[Index(square) - ahead] != Piece::kNone) {
    return InvalidArgument(
        "FEN en passant '{}': no pawn of {} can have just passed it with a double step",
        ToText(square), Name(Other(setup.side)));
  }
  return absl::OkStatus();
}

absl::Status CheckChecks(const Position::Setup& setup) {
  const Placement placement = PlacementOf(setup);
  const Color us = setup.side;
  const Color them = Other(us);
  const Bitboard occupied = placement.occupied();
  const Square their_king = First(placement.of(them, PieceType::kKing));
  if ((placement.AttackersTo(their_king, occupied) & placement.of(us)) != 0) {
    return InvalidArgument("FEN: {} is in check but {} is to move", Name(them), Name(us));
  }
  const Square king = First(placement.of(us, PieceType::kKing));
  const Bitboard checkers = placement.AttackersTo(king, occupied) & placement.of(them);
  if (Count(checkers) > 2) {
    return InvalidArgument("FEN: {} is in check from {} pieces; no move gives more than two checks",
                           Name(us), Count(checkers));
  }
  if (Count(checkers) == 2) {
    Bitboard rest = checkers;
    const Square first = PopFirst(rest);
    if ((LineThrough(first, First(rest)) & Bit(king)) != 0) {
      return InvalidArgument("FEN: {} is in check from {} and {} on one line; no move gives both",
                             Name(us), ToText(first), ToText(First(rest)));
    }
    const Bitboard sliders = placement.diagonal_sliders() | placement.straight_sliders();
    if ((checkers & sliders) == 0) {
      return InvalidArgument("FEN: {} is in check from {} and {}; no move uncovers either",
                             Name(us), ToText(first), ToText(First(rest)));
    }
  }
  if (setup.en_passant != Square::kNone && checkers != 0) {
    // With the double step taken back nothing may have attacked the king.
    const int ahead = us == Color::kWhite ? -8 : 8;
    const Bitboard pawn = Bit(static_cast<Square>(Index(setup.en_passant) + ahead));
    const Bitboard before =
        (occupied & ~pawn) | Bit(static_cast<Square>(Index(setup.en_passant) - ahead));
    if ((placement.AttackersTo(king, before) & placement.of(them) & ~pawn) != 0) {
      return InvalidArgument(
          "FEN: en passant '{}' can't be, as {} was in check before that double step",
          ToText(setup.en_passant), Name(us));
    }
  }
  return absl::OkStatus();
}

}  // namespace rookery::chess
