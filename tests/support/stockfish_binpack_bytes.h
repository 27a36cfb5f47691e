// Games in Stockfish's binpack, written slowly and plainly for tests: bits as text, squares that a
// piece reaches by SlowChess. Shares nothing with the reader. Pure; any thread.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "engine/chess/position.h"
#include "tests/support/scored_game.h"
#include "tests/support/slow_chess.h"

namespace rookery::test {

inline std::string BigEndianText(uint64_t value, int bytes) {
  std::string text;
  while (bytes-- > 0) text += static_cast<char>(value >> (8 * bytes) & 255);
  return text;
}

// A number that may be negative as one that isn't.
inline int Folded(int value) { return (value >= 0 ? 2 * value : -2 * value - 1) & 0xFFFF; }

inline std::string Binary(int value, int bits) {
  std::string text;
  for (; bits > 0; --bits) text += (value >> (bits - 1)) % 2 == 0 ? '0' : '1';
  return text;
}

// In as few bits as `choices` numbers from 0 take.
inline std::string ChoiceBits(int value, int choices) {
  int bits = 0;
  while (1 << bits < choices) ++bits;
  return Binary(value, bits);
}

inline std::string PositionBytes(const chess::Position& position) {
  using chess::Color;
  uint64_t occupied = 0;
  std::vector<int> nibbles;
  for (int i = 0; i < 64; ++i) {
    const auto square = static_cast<chess::Square>(i);
    const chess::Piece piece = position.at(square);
    if (piece == chess::Piece::kNone) continue;
    occupied |= uint64_t{1} << i;
    const bool black = ColorOf(piece) == Color::kBlack;
    int nibble = 2 * Index(TypeOf(piece)) + (black ? 1 : 0);
    const bool castles =
        ((position.castling_rooks(Color::kWhite) | position.castling_rooks(Color::kBlack)) >> i &
         1) != 0;
    if (castles) nibble = black ? 14 : 13;
    if (nibble == 11 && position.side() == Color::kBlack) nibble = 15;
    if (nibble < 2 && i == Index(position.en_passant()) + (black ? -8 : 8)) nibble = 12;
    nibbles.push_back(nibble);
  }
  nibbles.resize(32);
  std::string bytes = BigEndianText(occupied, 8);
  for (size_t i = 0; i < 32; i += 2) {
    bytes += static_cast<char>(nibbles[i] + 16 * nibbles[i + 1]);
  }
  return bytes;
}

inline int MoveBits(const chess::Position& position, chess::Move move) {
  const bool promotes = move.promotion() != chess::PieceType::kNone;
  const int kind = promotes                    ? 1
                   : position.IsCastling(move) ? 2
                   : move.to() == position.en_passant() &&
                           TypeOf(position.at(move.from())) == chess::PieceType::kPawn
                       ? 3
                       : 0;
  return kind << 14 | Index(move.from()) << 8 | Index(move.to()) << 2 |
         (promotes ? Index(move.promotion()) - 1 : 0);
}

// The bits of a move that isn't a game's first.
inline std::string ChosenBits(const chess::Position& position, chess::Move move) {
  int piece = 0;
  int pieces = 0;
  for (int i = 0; i < 64; ++i) {
    if ((position.of(position.side()) >> i & 1) == 0) continue;
    ++pieces;
    if (i < Index(move.from())) ++piece;
  }
  std::vector<std::pair<int, int>> reached;  // in the format's order
  for (const chess::Move other : SlowChess(position).PseudoMoves()) {
    if (other.from() != move.from() || position.IsCastling(other)) continue;
    const bool promotes = other.promotion() != chess::PieceType::kNone;
    reached.emplace_back(Index(other.to()), promotes ? Index(other.promotion()) : 0);
  }
  std::sort(reached.begin(), reached.end());
  if (TypeOf(position.at(move.from())) == chess::PieceType::kKing) {
    for (int i = 0; i < 64; ++i) {
      if ((position.castling_rooks(position.side()) >> i & 1) != 0) reached.emplace_back(i, 0);
    }
  }
  const bool promotes = move.promotion() != chess::PieceType::kNone;
  const std::pair<int, int> chosen(Index(move.to()), promotes ? Index(move.promotion()) : 0);
  const auto index = std::find(reached.begin(), reached.end(), chosen) - reached.begin();
  return ChoiceBits(piece, pieces) +
         ChoiceBits(static_cast<int>(index), static_cast<int>(reached.size()));
}

inline std::string ScoreBits(int step) {
  int rest = Folded(static_cast<int16_t>(step));
  std::string bits;
  do {
    bits += (rest > 15 ? "1" : "0") + Binary(rest % 16, 4);
    rest /= 16;
  } while (rest > 0);
  return bits;
}

// `result` is that of who moves first: -1, 0 or 1. No moves: a position without one.
inline std::string StockfishGame(chess::Position position, const std::vector<ScoredMove>& moves,
                                 int result, int lone_score = 0) {
  const int ply = 2 * position.fullmove_number() - 2 + Index(position.side());
  std::string bytes = PositionBytes(position);
  bytes += BigEndianText(moves.empty() ? 0 : MoveBits(position, moves[0].move), 2);
  bytes += BigEndianText(Folded(moves.empty() ? lone_score : moves[0].score), 2);
  bytes += BigEndianText(ply | Folded(result) << 14, 2);
  bytes += BigEndianText(position.halfmove_clock(), 2);
  bytes += BigEndianText(moves.empty() ? 0 : moves.size() - 1, 2);
  std::string bits;
  for (size_t i = 1; i < moves.size(); ++i) {
    position.Play(moves[i - 1].move);
    bits += ChosenBits(position, moves[i].move);
    bits += ScoreBits(moves[i].score + moves[i - 1].score);
  }
  while (bits.size() % 8 != 0) bits += '0';
  for (size_t i = 0; i < bits.size(); i += 8) {
    bytes += static_cast<char>(std::stoi(bits.substr(i, 8), nullptr, 2));
  }
  return bytes;
}

inline std::string StockfishChunk(const std::string& games) {
  std::string size = BigEndianText(games.size(), 4);
  std::reverse(size.begin(), size.end());
  return "BINP" + size + games;
}

}  // namespace rookery::test
