// Monty's binpack: whole games, streamed, little endian. Standard chess and Chess960.
//   game   43 bytes: four boards (u64: Black's pieces; rooks, queens and kings; knights, bishops
//          and kings; pawns, bishops and queens), mover (u8; 1: Black), en-passant square (u8; 0:
//          none), castling (u8; 8, 4: White's queen's and king's side; 2, 1: Black's), half-move
//          clock (u8), move number (u16), the castling rooks' files in the same order (4 u8; all
//          zero: a and h), result (u8; 0, 1, 2 halves for White); then the moves
//   move   kind (the lowest 4 bits), to, from (6 each). Kinds: 0 quiet, 1 double step, 2 and 3
//          castling on the king's and queen's side (`to` is where the king comes to stand), 4
//          capture, 5 en passant; 8 to 11 promotion to knight to queen, 4 more with a capture
// Two kinds of file have nothing to tell them apart by:
//   value  a move: the move (u16) and a score (i16, White's view) of the position before it; four
//          zero bytes end a game
//   policy a move: the move, the mover's chance of winning (u16, of 65,535), a number (u8; 0 or how
//          many legal moves there are), and a byte for each of those; two zero bytes end a game
// A score s stands for a chance of 1 / (1 + exp(-s / 400)), in both; certain chances are scores of
// 32,767 at most. No score says that a position is to be left out.
// One thread. Errors: InvalidArgument says where (bytes from 0) and what; the rest of a faulty game
// is skipped.
#pragma once

#include <cstdint>
#include <istream>
#include <optional>

#include "absl/status/statusor.h"
#include "tuner/fit/byte_source.h"
#include "tuner/fit/labelled_position.h"

namespace rookery::fit {

enum class MontyKind { kValue, kPolicy };
inline constexpr int kCertainScore = 32767;

class MontyBinpack {
 public:
  MontyBinpack(std::istream& input, MontyKind kind) : bytes_(input), kind_(kind) {}

  // None at the end; can be called again after an error.
  absl::StatusOr<std::optional<LabelledPosition>> Next();
  // Of the last answer, counted from 1 through the file.
  uint64_t game() const { return game_; }
  int64_t withheld() const { return 0; }

 private:
  struct Entry {
    uint64_t move = 0;
    uint64_t score = 0;
    int visits = 0;
  };

  absl::Status BeginGame();
  // False at the game's end.
  absl::StatusOr<bool> ReadMove();
  // None at the game's end.
  absl::StatusOr<std::optional<Entry>> TakeEntry();
  // The fault with its place; skips the rest of the game.
  absl::Status Faulty(const absl::Status& fault);

  ByteSource bytes_;
  const MontyKind kind_;
  uint64_t item_ = 0;  // where a game or move begins: the place of a fault
  bool in_game_ = false;
  int plies_ = 0;

  LabelledPosition now_;
  chess::Move played_;
  uint64_t game_ = 0;
};

}  // namespace rookery::fit
