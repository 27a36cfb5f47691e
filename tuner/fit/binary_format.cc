#include "tuner/fit/binary_format.h"

#include <array>
#include <string>

#include "base/status.h"
#include "engine/chess/notation.h"

namespace rookery::fit {
namespace {

constexpr size_t kNibblesAt = 8;
constexpr int kUnmovedRook = 6;
constexpr int kNoEnPassant = 64;

constexpr int kPromotes = 3;

// The whole number of `bytes` bytes at an offset.
uint64_t Read(std::span<const uint8_t> record, size_t offset, size_t bytes) {
  uint64_t value = 0;
  for (size_t i = 0; i < bytes; ++i) value |= uint64_t{record[offset + i]} << (8 * i);
  return value;
}

int ReadScore(std::span<const uint8_t> record, size_t offset) {
  return static_cast<int16_t>(static_cast<uint16_t>(Read(record, offset, 2)));
}

struct Board {
  std::array<char, 64> letters;  // of a FEN; a blank for an empty square
  std::string castling;          // as Shredder-FEN; "-" for none
};

// `marlin`: rooks that may castle are told from others.
absl::StatusOr<Board> ReadBoard(Record record, bool marlin) {
  constexpr std::string_view kLetters = "PNBRQK";
  Board board;
  board.letters.fill(' ');
  const uint64_t occupied = Read(record, 0, 8);
  int piece = 0;
  for (int square = 0; square < 64; ++square) {
    if ((occupied >> square & 1) == 0) continue;
    if (piece == 32) return InvalidArgument("more than 32 pieces");
    const int byte = record[kNibblesAt + static_cast<size_t>(piece / 2)];
    const int nibble = piece % 2 == 0 ? byte & 15 : byte >> 4;
    ++piece;
    const bool black = (nibble & 8) != 0;
    int type = nibble & 7;
    if (marlin && type == kUnmovedRook) {
      const auto file = static_cast<char>((black ? 'a' : 'A') + square % 8);
      board.castling += file;
      type = chess::Index(chess::PieceType::kRook);
    }
    if (type > 5) return InvalidArgument("piece {} is unknown; 0 to 5 are allowed", type);
    const char letter = kLetters[static_cast<size_t>(type)];
    board.letters[static_cast<size_t>(square)] = static_cast<char>(black ? letter + 32 : letter);
  }
  if (board.castling.empty()) board.castling = "-";
  return board;
}

std::string PlacementText(const Board& board) {
  std::string text;
  for (int rank = 7; rank >= 0; --rank) {
    int empty = 0;
    const auto flush = [&] {
      if (empty > 0) text += static_cast<char>('0' + empty);
      empty = 0;
    };
    for (int file = 0; file < 8; ++file) {
      const char letter = board.letters[static_cast<size_t>(8 * rank + file)];
      if (letter == ' ') {
        ++empty;
      } else {
        flush();
        text += letter;
      }
    }
    flush();
    if (rank > 0) text += '/';
  }
  return text;
}

absl::StatusOr<double> ReadResult(int value) {
  if (value <= 2) return 0.5 * value;
  return InvalidArgument("result {}: 0, 1 and 2 are allowed", value);
}

}  // namespace

absl::StatusOr<LabelledPosition> ParseBulletRecord(Record record) {
  ROOKERY_ASSIGN_OR_RETURN(const Board board, ReadBoard(record, false));
  LabelledPosition found;
  ROOKERY_ASSIGN_OR_RETURN(found.position, chess::ParseFen(PlacementText(board) + " w - - 0 1"));
  found.score_cp = ReadScore(record, 24);
  ROOKERY_ASSIGN_OR_RETURN(found.result, ReadResult(record[26]));
  return found;
}

absl::StatusOr<LabelledPosition> ParseMarlinRecord(Record record) {
  ROOKERY_ASSIGN_OR_RETURN(const Board board, ReadBoard(record, true));
  const bool black = (record[24] & 128) != 0;
  const int square = record[24] & 127;
  if (square > kNoEnPassant) return InvalidArgument("en-passant square {}", square);
  LabelledPosition found;
  ROOKERY_ASSIGN_OR_RETURN(
      found.position,
      chess::ParseFen(fmt::format("{} {} {} {} {} {}", PlacementText(board), black ? 'b' : 'w',
                                  board.castling, chess::ToText(static_cast<chess::Square>(square)),
                                  record[25], std::max<uint64_t>(1, Read(record, 26, 2)))));
  found.score_cp = ReadScore(record, 28);
  ROOKERY_ASSIGN_OR_RETURN(found.result, ReadResult(record[30]));
  return found;
}

absl::StatusOr<ViriMove> ParseViriMove(std::span<const uint8_t, kViriMoveBytes> bytes,
                                       const chess::Position& position) {
  const uint64_t bits = Read(bytes, 0, 2);
  std::string text = chess::ToText(static_cast<chess::Square>(bits & 63)) +
                     chess::ToText(static_cast<chess::Square>(bits >> 6 & 63));
  if (bits >> 14 == kPromotes) text += "nbrq"[bits >> 12 & 3];
  ROOKERY_ASSIGN_OR_RETURN(const chess::Move move, chess::ParseUci(position, text));
  return ViriMove{move, ReadScore(bytes, 2)};
}

}  // namespace rookery::fit
