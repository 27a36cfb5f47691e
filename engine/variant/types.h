// The words of the four-nation game: seats, squares, pieces, moves. Plain values; any thread.
// This folder shares nothing with the standard game, so that its hot path pays nothing for it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace rookery::variant {

// In the order of turns, which is counter-clockwise. Allies sit opposite each other.
enum class Seat : uint8_t { kSouth, kEast, kNorth, kWest };
inline constexpr int kSeats = 4;
inline constexpr std::array<Seat, kSeats> kAllSeats = {Seat::kSouth, Seat::kEast, Seat::kNorth,
                                                       Seat::kWest};

constexpr size_t Index(Seat seat) { return static_cast<size_t>(seat); }
constexpr Seat Next(Seat seat) { return static_cast<Seat>((Index(seat) + 1) % kSeats); }
constexpr Seat Ally(Seat seat) { return static_cast<Seat>((Index(seat) + 2) % kSeats); }
// 0 is South and North, 1 East and West.
constexpr int Team(Seat seat) { return static_cast<int>(Index(seat) % 2); }
constexpr bool AreEnemies(Seat a, Seat b) { return Team(a) != Team(b); }

// rank * 18 + file, a1 first.
using Square = int16_t;
inline constexpr int kSide = 18;
inline constexpr int kSquares = kSide * kSide;
inline constexpr Square kNoSquare = -1;

constexpr Square MakeSquare(int file, int rank) { return static_cast<Square>(rank * kSide + file); }
constexpr int FileOf(Square square) { return square % kSide; }
constexpr int RankOf(Square square) { return square / kSide; }

// A fresh pawn has never moved: only it may step twice.
enum class Kind : uint8_t {
  kNone,
  kFreshPawn,
  kPawn,
  kBishop,
  kKnight,
  kQueen,
  kRook,
  kKing,
  kPrincess
};
constexpr bool IsPawn(Kind kind) { return kind == Kind::kFreshPawn || kind == Kind::kPawn; }

// The kinds that a pawn may become, in the order of the text of fallen pieces.
inline constexpr std::array<Kind, 4> kPromotable = {Kind::kBishop, Kind::kKnight, Kind::kQueen,
                                                    Kind::kRook};
constexpr bool IsPromotable(Kind kind) { return kind >= Kind::kBishop && kind <= Kind::kRook; }
constexpr size_t FallenIndex(Kind kind) {
  return static_cast<size_t>(kind) - static_cast<size_t>(Kind::kBishop);
}

struct Piece {
  Kind kind = Kind::kNone;
  Seat seat = Seat::kSouth;

  bool empty() const { return kind == Kind::kNone; }
  bool operator==(const Piece&) const = default;
};

enum class MoveKind : uint8_t {
  kPlain,
  kDoubleStep,
  kEnPassant,
  kCastling,    // as the king's move of two squares
  kCoronation,  // the king onto his princess, who becomes a queen where he stood
  kPromotion,   // to Move::promotion, which leaves the fallen
  kStay,        // onto a foreign base line with nothing fallen: a pawn for ever
};

struct Move {
  Square from = kNoSquare;
  Square to = kNoSquare;
  MoveKind kind = MoveKind::kPlain;
  Kind promotion = Kind::kNone;

  bool operator==(const Move&) const = default;
};

}  // namespace rookery::variant
