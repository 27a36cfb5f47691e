// Small value types of the board. Everything is constexpr and free; any thread.
#pragma once

#include <bit>
#include <cstdint>

namespace rookery::chess {

enum class Color : uint8_t { kWhite = 0, kBlack = 1 };
constexpr Color Other(Color color) { return static_cast<Color>(static_cast<uint8_t>(color) ^ 1); }
constexpr int Index(Color color) { return static_cast<int>(color); }

enum class PieceType : uint8_t { kPawn, kKnight, kBishop, kRook, kQueen, kKing, kNone };
constexpr int Index(PieceType type) { return static_cast<int>(type); }

// Colour and type in one: type + 6 for Black's pieces; 12 is an empty square.
enum class Piece : uint8_t { kNone = 12 };
constexpr Piece MakePiece(Color color, PieceType type) {
  return static_cast<Piece>(Index(type) + 6 * Index(color));
}
constexpr int Index(Piece piece) { return static_cast<int>(piece); }
constexpr PieceType TypeOf(Piece piece) {
  return piece == Piece::kNone ? PieceType::kNone : static_cast<PieceType>(Index(piece) % 6);
}
constexpr Color ColorOf(Piece piece) { return Index(piece) < 6 ? Color::kWhite : Color::kBlack; }

// a1 is 0, b1 is 1, ... h8 is 63; 64 is no square.
enum class Square : uint8_t { kNone = 64 };
constexpr int Index(Square square) { return static_cast<int>(square); }
constexpr Square MakeSquare(int file, int rank) { return static_cast<Square>(rank * 8 + file); }
constexpr int FileOf(Square square) { return Index(square) & 7; }
constexpr int RankOf(Square square) { return Index(square) >> 3; }
// The same square seen from `color`'s side of the board (ranks mirrored for Black).
constexpr Square Relative(Color color, Square square) {
  return static_cast<Square>(Index(square) ^ (color == Color::kWhite ? 0 : 56));
}

using Bitboard = uint64_t;
constexpr Bitboard Bit(Square square) { return Bitboard{1} << Index(square); }
constexpr int Count(Bitboard board) { return std::popcount(board); }
constexpr Square First(Bitboard board) { return static_cast<Square>(std::countr_zero(board)); }
// Removes the lowest square from a board that isn't empty and returns it.
constexpr Square PopFirst(Bitboard& board) {
  const Square square = First(board);
  board &= board - 1;
  return square;
}

}  // namespace rookery::chess
