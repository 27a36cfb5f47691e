// Labelled positions as records of 32 bytes, little endian.
//   bulletformat  occupancy (u64), a nibble for each piece in square order (0-5 the mover's pawn to
//                 king, 8-13 the other side's), score (i16), result (u8: 0, 1, 2 halves), king
//                 squares (each from its own side); all from the mover's view on a board that is
//                 flipped for Black, so who moved, castling and clocks are lost: read as White to
//                 move
//   marlinformat  occupancy, nibbles (bit 3: Black; 6: a rook that may still castle), mover (bit 7)
//                 and en-passant square (u8), half-move clock (u8), move number (u16), score (i16),
//                 result (u8), one byte of the maker's; White's view
//   viriformat    whole games: a record of marlinformat, then for each move its 16 bits and a score
//                 (i16, White's view) of the position before it, then four zero bytes. A move:
//                 from, to (6 bits each; castling as the king onto its rook), promotion (2 bits:
//                 knight to queen), kind (2 bits; 3: a promotion)
// Pure; any thread. Errors: InvalidArgument says what is wrong with the position.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "absl/status/statusor.h"
#include "tuner/fit/labelled_position.h"

namespace rookery::fit {

inline constexpr size_t kRecordBytes = 32;
using Record = std::span<const uint8_t, kRecordBytes>;

absl::StatusOr<LabelledPosition> ParseBulletRecord(Record record);
absl::StatusOr<LabelledPosition> ParseMarlinRecord(Record record);

inline constexpr size_t kViriMoveBytes = 4;
struct ViriMove {
  chess::Move move;
  int score_cp = 0;
};
// InvalidArgument if the move isn't legal here.
absl::StatusOr<ViriMove> ParseViriMove(std::span<const uint8_t, kViriMoveBytes> bytes,
                                       const chess::Position& position);

}  // namespace rookery::fit
