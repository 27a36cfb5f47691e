#include "tuner/fit/binary_format.h"

#include <string>

#include "base/status.h"
#include "engine/chess/notation.h"
#include "tuner/fit/packed_board.h"

namespace rookery::fit {
namespace {

constexpr size_t kNibblesAt = 8;
constexpr int kUnmovedRook = 6;
constexpr int kNoEnPassant = 64;
constexpr int kPromotes = 3;
constexpr int kOwnView = 56;  // turns the board around: the other side sees its own king so

int ReadScore(std::span<const uint8_t> record, size_t offset) {
  return static_cast<int16_t>(static_cast<uint16_t>(LittleEndian(record, offset, 2)));
}

// `marlin`: rooks that may castle are told from others.
absl::StatusOr<PackedBoard> ReadBoard(Record record, bool marlin) {
  PackedBoard board;
  const uint64_t occupied = LittleEndian(record, 0, 8);
  int piece = 0;
  for (int square = 0; square < 64; ++square) {
    if ((occupied >> square & 1) == 0) continue;
    if (piece == 32) return InvalidArgument("more than 32 pieces");
    const int byte = record[kNibblesAt + static_cast<size_t>(piece / 2)];
    const int nibble = piece % 2 == 0 ? byte & 15 : byte >> 4;
    ++piece;
    const chess::Color color = (nibble & 8) != 0 ? chess::Color::kBlack : chess::Color::kWhite;
    int type = nibble & 7;
    if (marlin && type == kUnmovedRook) {
      board.AddCastling(color, square % 8);
      type = chess::Index(chess::PieceType::kRook);
    }
    if (type > 5) return InvalidArgument("piece {} is unknown; 0 to 5 are allowed", type);
    board.Put(square, color, static_cast<chess::PieceType>(type));
  }
  return board;
}

absl::StatusOr<double> ReadResult(int value) {
  if (value <= 2) return 0.5 * value;
  return InvalidArgument("result {}: 0, 1 and 2 are allowed", value);
}

// A record of another layout may well hold a legal position: where its kings are tells.
absl::Status CheckKing(int told, const chess::Position& position, chess::Color color, int flip) {
  const int king = chess::Index(position.king(color)) ^ flip;
  if (told == king) return absl::OkStatus();
  return InvalidArgument("king of the side {} move: square {} is told, the board has it on {}",
                         color == chess::Color::kWhite ? "to" : "not to", told, king);
}

}  // namespace

absl::StatusOr<LabelledPosition> ParseBulletRecord(Record record) {
  ROOKERY_ASSIGN_OR_RETURN(const PackedBoard board, ReadBoard(record, false));
  LabelledPosition found;
  ROOKERY_ASSIGN_OR_RETURN(found.position, board.ToPosition());
  ROOKERY_RETURN_IF_ERROR(CheckKing(record[27], found.position, chess::Color::kWhite, 0));
  ROOKERY_RETURN_IF_ERROR(CheckKing(record[28], found.position, chess::Color::kBlack, kOwnView));
  found.score_cp = ReadScore(record, 24);
  ROOKERY_ASSIGN_OR_RETURN(found.result, ReadResult(record[26]));
  return found;
}

absl::StatusOr<LabelledPosition> ParseMarlinRecord(Record record) {
  ROOKERY_ASSIGN_OR_RETURN(PackedBoard board, ReadBoard(record, true));
  const int square = record[24] & 127;
  if (square > kNoEnPassant) return InvalidArgument("en-passant square {}", square);
  board.side = (record[24] & 128) != 0 ? chess::Color::kBlack : chess::Color::kWhite;
  board.en_passant = static_cast<chess::Square>(square);
  board.halfmove_clock = record[25];
  board.move_number = LittleEndian(record, 26, 2);
  LabelledPosition found;
  ROOKERY_ASSIGN_OR_RETURN(found.position, board.ToPosition());
  found.score_cp = ReadScore(record, 28);
  ROOKERY_ASSIGN_OR_RETURN(found.result, ReadResult(record[30]));
  return found;
}

absl::StatusOr<ViriMove> ParseViriMove(std::span<const uint8_t, kViriMoveBytes> bytes,
                                       const chess::Position& position) {
  const uint64_t bits = LittleEndian(bytes, 0, 2);
  std::string text = chess::ToText(static_cast<chess::Square>(bits & 63)) +
                     chess::ToText(static_cast<chess::Square>(bits >> 6 & 63));
  if (bits >> 14 == kPromotes) text += "nbrq"[bits >> 12 & 3];
  ROOKERY_ASSIGN_OR_RETURN(const chess::Move move, chess::ParseUci(position, text));
  return ViriMove{move, ReadScore(bytes, 2)};
}

}  // namespace rookery::fit
