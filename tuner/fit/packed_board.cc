#include "tuner/fit/packed_board.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/chess/notation.h"

namespace rookery::fit {
namespace {

char Cased(char upper, chess::Color color) {
  return static_cast<char>(color == chess::Color::kBlack ? upper + 32 : upper);
}

}  // namespace

uint64_t LittleEndian(std::span<const uint8_t> bytes, size_t offset, size_t count) {
  uint64_t value = 0;
  for (size_t i = 0; i < count; ++i) value |= uint64_t{bytes[offset + i]} << (8 * i);
  return value;
}

uint64_t BigEndian(std::span<const uint8_t> bytes, size_t offset, size_t count) {
  uint64_t value = 0;
  for (size_t i = 0; i < count; ++i) value = value << 8 | bytes[offset + i];
  return value;
}

void PackedBoard::Put(int square, chess::Color color, chess::PieceType type) {
  letters_[static_cast<size_t>(square)] =
      Cased("PNBRQK"[static_cast<size_t>(chess::Index(type))], color);
}

void PackedBoard::AddCastling(chess::Color color, int file) {
  castling_ += Cased(static_cast<char>('A' + file), color);
}

absl::StatusOr<chess::Position> PackedBoard::ToPosition() const {
  return chess::ParseFen(fmt::format("{} {} {} {} {} {}", PlacementText(),
                                     side == chess::Color::kBlack ? 'b' : 'w',
                                     castling_.empty() ? "-" : castling_, chess::ToText(en_passant),
                                     halfmove_clock, std::max<uint64_t>(1, move_number)));
}

std::string PackedBoard::PlacementText() const {
  std::string text;
  for (int rank = 7; rank >= 0; --rank) {
    int empty = 0;
    const auto flush = [&] {
      if (empty > 0) text += static_cast<char>('0' + empty);
      empty = 0;
    };
    for (int file = 0; file < 8; ++file) {
      const char letter = letters_[static_cast<size_t>(8 * rank + file)];
      if (letter == kEmpty) {
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

}  // namespace rookery::fit
