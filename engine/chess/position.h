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
#include "engine/chess/types.h"

namespace rookery::chess {

class Position {
 public:
  static Position Start();

  Color side() const { return side_; }
  Bitboard occupied() const { return by_color_[0] | by_color_[1]; }
  Bitboard of(Color color) const { return by_color_[Index(color)]; }
  Bitboard of(PieceType type) const { return by_type_[Index(type)]; }
  Bitboard of(Color color, PieceType type) const { return of(color) & of(type); }
  Piece at(Square square) const { return board_[Index(square)]; }
  Square king(Color color) const { return First(of(color, PieceType::kKing)); }

  // Rook squares with which `color` may still castle (Chess960: any square of the first rank).
  Bitboard castling_rooks(Color color) const;
  // Square behind a pawn that just moved two, if capturing it is legal; else Square::kNone.
  Square en_passant() const { return en_passant_; }
  int halfmove_clock() const { return halfmove_clock_; }
  int fullmove_number() const { return fullmove_number_; }

  uint64_t key() const { return key_; }
  uint64_t pawn_key() const { return pawn_key_; }

  // Pieces that give check to the side to move.
  Bitboard checkers() const { return checkers_; }
  bool in_check() const { return checkers_ != 0; }
  // Pieces of both colours that attack a square, with the given occupancy.
  Bitboard AttackersTo(Square square, Bitboard occupied) const;

  bool IsCastling(Move move) const;
  bool IsCapture(Move move) const;  // en passant included, castling not
  bool IsEnPassant(Move move) const;
  // Whether any 16 bits are a legal move here; safe for moves from tables and from outside.
  bool IsLegal(Move move) const;
  bool GivesCheck(Move move) const;

  // The move must be legal.
  void Play(Move move);
  // Passes; not in check.
  void PlayNull();

  bool operator==(const Position&) const = default;

 private:
  std::array<Piece, 64> board_;
  std::array<Bitboard, 6> by_type_;
  std::array<Bitboard, 2> by_color_;
  std::array<Bitboard, 2> castling_rooks_;
  Bitboard checkers_;
  uint64_t key_;
  uint64_t pawn_key_;
  int16_t halfmove_clock_;
  int16_t fullmove_number_;
  Color side_;
  Square en_passant_;
};

}  // namespace rookery::chess
