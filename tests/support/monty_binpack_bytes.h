// Games in Monty's binpack, written slowly and plainly for tests. Shares nothing with the reader
// but the names of the two kinds. Pure; any thread.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "engine/chess/position.h"
#include "tests/support/scored_game.h"
#include "tests/support/slow_chess.h"
#include "tuner/fit/monty_binpack.h"

namespace rookery::test {

inline std::string LittleEndianText(uint64_t value, int bytes) {
  std::string text;
  for (; bytes > 0; --bytes, value /= 256) text += static_cast<char>(value % 256);
  return text;
}

inline std::string MontyHead(const chess::Position& position, int halves) {
  using chess::Color;
  std::array<uint64_t, 4> boards = {};
  std::array<int, 4> files = {0, 7, 0, 7};
  int rights = 0;
  for (int i = 0; i < 64; ++i) {
    const char piece = "PNBRQKpnbrqk."[Index(position.at(static_cast<chess::Square>(i)))];
    const auto holds = [piece](std::string_view letters) {
      return letters.find(piece) != std::string_view::npos;
    };
    const uint64_t bit = uint64_t{1} << i;
    if (holds("pnbrqk")) boards[0] += bit;
    if (holds("RQKrqk")) boards[1] += bit;
    if (holds("NBKnbk")) boards[2] += bit;
    if (holds("PBQpbq")) boards[3] += bit;
    for (const Color color : {Color::kWhite, Color::kBlack}) {
      if ((position.castling_rooks(color) >> i & 1) == 0) continue;
      const bool queen_side = i < Index(position.king(color));
      const size_t at = (color == Color::kBlack ? 2 : 0) + (queen_side ? 0 : 1);
      files[at] = i % 8;
      rights += 8 >> at;
    }
  }
  std::string bytes;
  for (const uint64_t board : boards) bytes += LittleEndianText(board, 8);
  const int en_passant = Index(position.en_passant());
  for (const int one : {Index(position.side()), en_passant == 64 ? 0 : en_passant, rights,
                        position.halfmove_clock()}) {
    bytes += LittleEndianText(one, 1);
  }
  bytes += LittleEndianText(position.fullmove_number(), 2);
  for (const int file : files) bytes += LittleEndianText(file, 1);
  return bytes + LittleEndianText(halves, 1);
}

inline int MontyMoveBits(const chess::Position& position, chess::Move move) {
  const int from = Index(move.from());
  int to = Index(move.to());
  const bool takes = position.at(move.to()) != chess::Piece::kNone;
  const bool pawn = TypeOf(position.at(move.from())) == chess::PieceType::kPawn;
  int kind = takes ? 4 : 0;
  if (takes && ColorOf(position.at(move.to())) == position.side()) {
    kind = to > from ? 2 : 3;
    to = to / 8 * 8 + (to > from ? 6 : 2);
  } else if (pawn && !takes && to % 8 != from % 8) {
    kind = 5;
  } else if (pawn && (to - from == 16 || from - to == 16)) {
    kind = 1;
  } else if (move.promotion() != chess::PieceType::kNone) {
    kind += 7 + Index(move.promotion());
  }
  return from << 10 | to << 4 | kind;
}

// Scores are 16 bits as the file keeps them. In a policy file two moves of three have visits.
inline std::string MontyGame(chess::Position position, const std::vector<ScoredMove>& moves,
                             int halves, fit::MontyKind kind) {
  const bool policy = kind == fit::MontyKind::kPolicy;
  std::string bytes = MontyHead(position, halves);
  for (size_t i = 0; i < moves.size(); ++i) {
    bytes += LittleEndianText(MontyMoveBits(position, moves[i].move), 2);
    bytes += LittleEndianText(static_cast<uint16_t>(moves[i].score), 2);
    const size_t visits = i % 3 == 0 ? 0 : SlowChess(position).LegalMoves().size();
    if (policy) bytes += LittleEndianText(visits, 1) + std::string(visits, '\7');
    position.Play(moves[i].move);
  }
  return bytes + std::string(policy ? 2 : 4, '\0');
}

}  // namespace rookery::test
