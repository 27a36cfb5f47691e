// A position of standard chess or Chess960: a value of about 200 bytes. Moves are played by copying
// it and calling Play (copy-make), so there is nothing to take back and nothing shared.
// Read by any number of threads; changed by one.
//
// The key (Zobrist) covers what repetition compares by FIDE 9.2: pieces, side to move, castling
// rights, and the en-passant square only if a capture there is legal.
#pragma once

#include <array>
#include <cstdint>

#include "engine/chess/move.h"
#include "engine/chess/placement.h"
#include "engine/chess/types.h"

namespace rookery::chess {

class Position {
 public:
  static Position Start();

  // Pieces, rights and clocks as ParseFen has validated them; everything else follows from them.
  // The en-passant square is dropped if no capture there is legal.
  struct Setup {
    std::array<Piece, 64> board;
    Bitboard castling_rooks = 0;
    Square en_passant = Square::kNone;
    Color side = Color::kWhite;
    int halfmove_clock = 0;
    int fullmove_number = 1;
  };
  explicit Position(const Setup& setup);

  Color side() const { return placement_.side; }
  Bitboard occupied() const { return placement_.occupied(); }
  Bitboard of(Color color) const { return placement_.of(color); }
  Bitboard of(PieceType type) const { return placement_.of(type); }
  Bitboard of(Color color, PieceType type) const { return placement_.of(color, type); }
  Piece at(Square square) const { return board_[Index(square)]; }
  Square king(Color color) const { return First(of(color, PieceType::kKing)); }
  const Placement& placement() const { return placement_; }

  // Rook squares with which `color` may still castle (Chess960: any square of the first rank).
  Bitboard castling_rooks(Color color) const { return placement_.castling_rooks & of(color); }
  // Square behind a pawn that just moved two, if capturing it is legal; else Square::kNone.
  Square en_passant() const { return placement_.en_passant; }
  int halfmove_clock() const { return halfmove_clock_; }
  int fullmove_number() const { return fullmove_number_; }

  uint64_t key() const { return key_; }
  uint64_t pawn_key() const { return pawn_key_; }  // pawns alone

  // Pieces that give check to the side to move.
  Bitboard checkers() const { return checkers_; }
  bool in_check() const { return checkers_ != 0; }
  // Pieces of both colours that attack a square, with the given occupancy.
  Bitboard AttackersTo(Square square, Bitboard occupied) const {
    return placement_.AttackersTo(square, occupied);
  }
  // Pieces of both colours that stand alone between `color`'s king and an enemy slider: `color`'s
  // own are pinned, the enemy's give check by moving away.
  Bitboard Blockers(Color color) const;
  Bitboard Pinned(Color color) const { return Blockers(color) & of(color); }

  bool IsCastling(Move move) const { return (Bit(move.to()) & of(side())) != 0; }
  bool IsCapture(Move move) const {  // en passant included, castling not
    return (Bit(move.to()) & of(Other(side()))) != 0 || IsEnPassant(move);
  }
  // Whether castling starts from other squares than the standard game's; readers and engines need
  // to be told.
  bool IsChess960() const;
  bool IsEnPassant(Move move) const {
    return move.to() == en_passant() && (Bit(move.from()) & of(PieceType::kPawn)) != 0;
  }
  // Whether any 16 bits are a legal move here; safe for moves from tables and from outside.
  bool IsLegal(Move move) const;
  // The move must be legal.
  bool GivesCheck(Move move) const;

  // The move must be legal.
  void Play(Move move);
  // Passes; not in check.
  void PlayNull();

  bool operator==(const Position&) const = default;

 private:
  void Put(Square square, Piece piece);
  void Remove(Square square);
  void PlayCastling(Square king, Square rook);
  // Sets the en-passant square behind a double step if a capture there is legal.
  void SetEnPassant(Square square);
  void FindCheckers();

  std::array<Piece, 64> board_;
  Placement placement_;
  Bitboard checkers_;
  uint64_t key_;
  uint64_t pawn_key_;
  int16_t halfmove_clock_;
  int16_t fullmove_number_;
};

static_assert(sizeof(Position) <= 192);

}  // namespace rookery::chess
