// Stockfish's binpack: whole games (chains of positions that follow each other), streamed.
//   file    chunks: "BINP", a size (u32, little endian), and that many bytes of games
//   game    34 bytes, big endian: occupancy (u64), 16 bytes of a nibble for each piece in square
//           order, low half first; the move played (u16), score (u16), ply and result (u16), half-
//           move clock (u16), how many moves follow (u16); then the moves, bit by bit, the highest
//           first, filled up to a whole byte
//   nibble  0 to 11: pawn to king, White's even, Black's odd; 12: a pawn that has just moved two;
//           13, 14: White's, Black's rook that may castle; 15: Black's king, Black to move
//   move    kind (2 bits: 0 plain, 1 promotion, 2 castling as the king onto its rook, 3 en
//   passant),
//           from, to (6 each), promotion (2, knight to queen)
//   ply     the low 14 bits; above them the result, as scores are
//   score   mover's; a number n >= 0 is kept as 2n, n < 0 as -2n - 1
//   moves   which of the mover's pieces, in square order, then which of the squares that it reaches
//           (check aside; a promotion counts four times; castling comes last, the queen's side
//           first), both in as few bits as the count asks for; then how far the score lies from
//           the opposite of the last one, in groups of 4 bits with a bit before each that says
//           whether another follows, low groups first
// Scores stay in their maker's unit, of which Stockfish's own has some 208 to a pawn. 32002 says
// that nothing is to be learned from a position: it is played through and withheld. The format
// knows no castling from Chess960's squares; its makers drop those rights and moves.
// One thread. Errors: InvalidArgument says where (bytes from 0) and what. The length of a game
// isn't stored, so behind a fault in one reading goes on with the next chunk.
#pragma once

#include <cstdint>
#include <istream>
#include <optional>

#include "absl/status/statusor.h"
#include "tuner/fit/byte_source.h"
#include "tuner/fit/labelled_position.h"

namespace rookery::fit {

inline constexpr uint32_t kMostChunkBytes = 100 << 20;  // what the format's own readers take

class StockfishBinpack {
 public:
  explicit StockfishBinpack(std::istream& input) : bytes_(input) {}

  // None at the end; can be called again after an error.
  absl::StatusOr<std::optional<LabelledPosition>> Next();
  // Of the last answer, counted from 1 through the file.
  uint64_t game() const { return game_; }
  int64_t withheld() const { return withheld_; }

 private:
  // False at the end.
  absl::StatusOr<bool> OpenChunk();
  // The fault with its place; goes behind what can't be read because of it.
  absl::Status Faulty(const absl::Status& fault);
  absl::Status ReadHead();
  absl::Status ReadMove();
  absl::StatusOr<chess::Move> ReadReached();
  absl::StatusOr<int> ReadScoreStep();
  // The next bits as a number; `count` is at most 8.
  absl::StatusOr<int> Bits(int count);
  // A number below `count` in as few bits as that takes.
  absl::StatusOr<int> Choice(int count);
  void SetScore(int16_t movers);

  ByteSource bytes_;
  bool lost_ = false;        // where the next chunk begins isn't known
  uint64_t item_ = 0;        // where a head or move begins: the place of a fault
  uint64_t chunk_left_ = 0;  // bytes
  int moves_left_ = 0;
  int bits_left_ = 0;  // of byte_
  uint8_t byte_ = 0;

  LabelledPosition now_;
  chess::Move played_;
  int16_t score_ = 0;  // mover's
  uint64_t game_ = 0;
  int64_t withheld_ = 0;
};

}  // namespace rookery::fit
