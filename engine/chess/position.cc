#include "engine/chess/position.h"

#include <algorithm>
#include <limits>

#include "base/check.h"
#include "engine/chess/generate.h"
#include "engine/chess/zobrist.h"

namespace rookery::chess {
namespace {

constexpr std::array<PieceType, 8> kBackRank = {
    PieceType::kRook, PieceType::kKnight, PieceType::kBishop, PieceType::kQueen,
    PieceType::kKing, PieceType::kBishop, PieceType::kKnight, PieceType::kRook};

uint64_t PieceKey(Piece piece, Square square) {
  return kZobrist.piece[Index(piece)][Index(square)];
}

// Clocks stop instead of wrapping: games of tens of thousands of moves come from outside only.
void Increase(int16_t& clock) {
  if (clock < std::numeric_limits<int16_t>::max()) ++clock;
}

bool HasSafeEnPassant(const Placement& placement, Square square) {
  Placement probe = placement;
  probe.en_passant = square;
  const Color us = probe.side;
  for (Bitboard rest = PawnAttacks(Other(us), square) & probe.of(us, PieceType::kPawn);
       rest != 0;) {
    const Square from = PopFirst(rest);
    if (us == Color::kWhite ? EnPassantIsSafe<Color::kWhite>(probe, from)
                            : EnPassantIsSafe<Color::kBlack>(probe, from)) {
      return true;
    }
  }
  return false;
}

Position MakeStart() {
  Position::Setup setup;
  setup.board.fill(Piece::kNone);
  for (int file = 0; file < 8; ++file) {
    setup.board[file] = MakePiece(Color::kWhite, kBackRank[file]);
    setup.board[8 + file] = MakePiece(Color::kWhite, PieceType::kPawn);
    setup.board[48 + file] = MakePiece(Color::kBlack, PieceType::kPawn);
    setup.board[56 + file] = MakePiece(Color::kBlack, kBackRank[file]);
  }
  setup.castling_rooks = (Bit(MakeSquare(0, 0)) | Bit(MakeSquare(7, 0))) |
                         (Bit(MakeSquare(0, 7)) | Bit(MakeSquare(7, 7)));
  return Position(setup);
}

}  // namespace

Position Position::Start() {
  static const Position start = MakeStart();
  return start;
}

Position::Position(const Setup& setup)
    : board_{},
      checkers_(0),
      key_(setup.side == Color::kBlack ? kZobrist.black_to_move : 0),
      pawn_key_(0),
      halfmove_clock_(static_cast<int16_t>(setup.halfmove_clock)),
      fullmove_number_(static_cast<int16_t>(setup.fullmove_number)) {
  board_.fill(Piece::kNone);
  placement_.side = setup.side;
  for (int i = 0; i < 64; ++i) {
    if (setup.board[i] != Piece::kNone) Put(static_cast<Square>(i), setup.board[i]);
  }
  ROOKERY_CHECK(Count(of(Color::kWhite, PieceType::kKing)) == 1);
  ROOKERY_CHECK(Count(of(Color::kBlack, PieceType::kKing)) == 1);
  placement_.castling_rooks = setup.castling_rooks;
  for (Bitboard rest = setup.castling_rooks; rest != 0;) {
    key_ ^= kZobrist.castling_rook[Index(PopFirst(rest))];
  }
  if (setup.en_passant != Square::kNone) SetEnPassant(setup.en_passant);
  FindCheckers();
}

void Position::Put(Square square, Piece piece) {
  board_[Index(square)] = piece;
  placement_.by_type[Index(TypeOf(piece))] |= Bit(square);
  placement_.by_color[Index(ColorOf(piece))] |= Bit(square);
  key_ ^= PieceKey(piece, square);
  if (TypeOf(piece) == PieceType::kPawn) pawn_key_ ^= PieceKey(piece, square);
}

void Position::Remove(Square square) {
  const Piece piece = board_[Index(square)];
  board_[Index(square)] = Piece::kNone;
  placement_.by_type[Index(TypeOf(piece))] &= ~Bit(square);
  placement_.by_color[Index(ColorOf(piece))] &= ~Bit(square);
  key_ ^= PieceKey(piece, square);
  if (TypeOf(piece) == PieceType::kPawn) pawn_key_ ^= PieceKey(piece, square);
}

void Position::SetEnPassant(Square square) {
  if (!HasSafeEnPassant(placement_, square)) return;
  placement_.en_passant = square;
  key_ ^= kZobrist.en_passant_file[FileOf(square)];
}

void Position::FindCheckers() {
  checkers_ = AttackersTo(king(side()), occupied()) & of(Other(side()));
}

Bitboard Position::Blockers(Color color) const {
  const Square target = king(color);
  const Bitboard enemies = of(Other(color));
  Bitboard snipers = (RookAttacks(target, 0) & enemies & placement_.straight_sliders()) |
                     (BishopAttacks(target, 0) & enemies & placement_.diagonal_sliders());
  Bitboard blockers = 0;
  while (snipers != 0) {
    const Bitboard between = Between(target, PopFirst(snipers)) & occupied();
    if ((between & (between - 1)) == 0) blockers |= between;
  }
  return blockers;
}

void Position::PlayCastling(Square king_from, Square rook_from) {
  const bool king_side = FileOf(rook_from) > FileOf(king_from);
  const Piece king_piece = at(king_from);
  const Piece rook_piece = at(rook_from);
  // Both are lifted first: in Chess960 either may land on the other's square.
  Remove(king_from);
  Remove(rook_from);
  Put(CastledKing(side(), king_side), king_piece);
  Put(CastledRook(side(), king_side), rook_piece);
}

void Position::Play(Move move) {
  const Square from = move.from();
  const Square to = move.to();
  const Color us = side();
  const Piece piece = at(from);
  const PieceType type = TypeOf(piece);
  const Square en_passant_square = placement_.en_passant;
  if (en_passant_square != Square::kNone) {
    key_ ^= kZobrist.en_passant_file[FileOf(en_passant_square)];
    placement_.en_passant = Square::kNone;
  }
  Increase(halfmove_clock_);
  if (us == Color::kBlack) Increase(fullmove_number_);

  if (placement_.castling_rooks != 0) {
    // Rights end when the king or that rook moves, or the rook is taken.
    Bitboard lost = (Bit(from) | Bit(to)) & placement_.castling_rooks;
    if (type == PieceType::kKing) lost |= placement_.castling_rooks & of(us);
    placement_.castling_rooks ^= lost;
    while (lost != 0) key_ ^= kZobrist.castling_rook[Index(PopFirst(lost))];
  }

  if ((Bit(to) & of(us)) != 0) {
    PlayCastling(from, to);
  } else {
    if (at(to) != Piece::kNone) {
      Remove(to);
      halfmove_clock_ = 0;
    }
    Remove(from);
    Put(to, move.promotion() == PieceType::kNone ? piece : MakePiece(us, move.promotion()));
    if (type == PieceType::kPawn) {
      halfmove_clock_ = 0;
      if (to == en_passant_square) Remove(static_cast<Square>(Index(to) ^ 8));
    }
  }
  placement_.side = Other(us);
  key_ ^= kZobrist.black_to_move;
  if (type == PieceType::kPawn && (Index(from) ^ Index(to)) == 16) {
    SetEnPassant(static_cast<Square>((Index(from) + Index(to)) / 2));
  }
  FindCheckers();
}

void Position::PlayNull() {
  if (placement_.en_passant != Square::kNone) {
    key_ ^= kZobrist.en_passant_file[FileOf(placement_.en_passant)];
    placement_.en_passant = Square::kNone;
  }
  Increase(halfmove_clock_);
  if (side() == Color::kBlack) Increase(fullmove_number_);
  placement_.side = Other(side());
  key_ ^= kZobrist.black_to_move;
  FindCheckers();
}

bool Position::GivesCheck(Move move) const {
  const Square from = move.from();
  const Square to = move.to();
  const Color us = side();
  const Square target = king(Other(us));
  const PieceType type = TypeOf(at(from));
  const bool castling = IsCastling(move);
  if (!castling && type != PieceType::kKing) {
    const PieceType lands = move.promotion() == PieceType::kNone ? type : move.promotion();
    const Bitboard direct = lands == PieceType::kPawn
                                ? PawnAttacks(us, to)
                                : PieceAttacks(lands, to, occupied() & ~Bit(from));
    if ((direct & Bit(target)) != 0) return true;
  }
  // What opens: sliders seen from the king with the pieces where they stand afterwards.
  Bitboard after = occupied() & ~Bit(from);
  Bitboard straight = placement_.straight_sliders() & of(us) & ~Bit(from);
  const Bitboard diagonal = placement_.diagonal_sliders() & of(us) & ~Bit(from);
  if (castling) {
    const bool king_side = FileOf(to) > FileOf(from);
    const Bitboard rook_to = Bit(CastledRook(us, king_side));
    after = (after & ~Bit(to)) | rook_to | Bit(CastledKing(us, king_side));
    straight = (straight & ~Bit(to)) | rook_to;
  } else {
    if (LineThrough(from, target) == 0 && !IsEnPassant(move)) return false;
    after |= Bit(to);
    if (IsEnPassant(move)) after &= ~Bit(static_cast<Square>(Index(to) ^ 8));
  }
  return (RookAttacks(target, after) & straight) != 0 ||
         (BishopAttacks(target, after) & diagonal) != 0;
}

bool Position::IsChess960() const {
  constexpr Bitboard kHomes =
      Bit(MakeSquare(0, 0)) | Bit(MakeSquare(7, 0)) | Bit(MakeSquare(0, 7)) | Bit(MakeSquare(7, 7));
  for (const Color color : {Color::kWhite, Color::kBlack}) {
    const Bitboard rooks = castling_rooks(color);
    if (rooks != 0 && ((rooks & ~kHomes) != 0 || FileOf(king(color)) != 4)) return true;
  }
  return false;
}

}  // namespace rookery::chess
