#include "engine/openings/polyglot.h"

#include <algorithm>
#include <cstdlib>

#include "base/status.h"
#include "engine/openings/polyglot_keys.h"

namespace rookery::openings {
namespace {

using chess::Color;
using chess::Move;
using chess::PieceType;
using chess::Position;
using chess::Square;

constexpr size_t kCastlingKeys = 768;
constexpr size_t kEnPassantKeys = 772;
constexpr size_t kTurnKey = 780;

uint64_t BigEndian(std::string_view bytes, size_t at, size_t size) {
  uint64_t value = 0;
  for (size_t i = 0; i < size; ++i) value = value << 8 | static_cast<unsigned char>(bytes[at + i]);
  return value;
}

// All but en passant.
uint64_t BaseKey(const Position& position) {
  uint64_t key = 0;
  for (chess::Bitboard rest = position.occupied(); rest != 0;) {
    const Square square = chess::PopFirst(rest);
    const chess::Piece piece = position.at(square);
    const size_t white = chess::ColorOf(piece) == Color::kWhite ? 1 : 0;
    const size_t kind = 2 * static_cast<size_t>(chess::Index(chess::TypeOf(piece))) + white;
    key ^= kPolyglotKeys[64 * kind + static_cast<size_t>(chess::Index(square))];
  }
  for (const Color color : {Color::kWhite, Color::kBlack}) {
    for (chess::Bitboard rest = position.castling_rooks(color); rest != 0;) {
      const bool king_side =
          chess::Index(chess::PopFirst(rest)) > chess::Index(position.king(color));
      key ^= kPolyglotKeys[kCastlingKeys + (color == Color::kWhite ? 0 : 2) + (king_side ? 0 : 1)];
    }
  }
  if (position.side() == Color::kWhite) key ^= kPolyglotKeys[kTurnKey];
  return key;
}

uint64_t EnPassantKey(int file) {
  return kPolyglotKeys[kEnPassantKeys + static_cast<size_t>(file)];
}

// The entry's move in a position. Castling is the king onto its rook there as here; some writers
// say e1g1 all the same.
Move Decode(const Position& position, uint16_t bits) {
  const auto to = static_cast<Square>(bits & 63);
  const auto from = static_cast<Square>(bits >> 6 & 63);
  const int promotion = bits >> 12 & 7;
  const PieceType piece =
      promotion >= 1 && promotion <= 4 ? static_cast<PieceType>(promotion) : PieceType::kNone;
  if (from == position.king(position.side()) && promotion == 0 &&
      std::abs(chess::FileOf(from) - chess::FileOf(to)) == 2) {
    for (chess::Bitboard rest = position.castling_rooks(position.side()); rest != 0;) {
      const Square rook = chess::PopFirst(rest);
      if ((chess::Index(rook) > chess::Index(from)) == (chess::Index(to) > chess::Index(from))) {
        return Move(from, rook);
      }
    }
  }
  return Move(from, to, piece);
}

}  // namespace

uint64_t PolyglotKey(const Position& position) {
  uint64_t key = BaseKey(position);
  if (position.en_passant() != Square::kNone) {
    key ^= EnPassantKey(chess::FileOf(position.en_passant()));
  }
  return key;
}

uint64_t PolyglotKeyAfter(const Position& before, Move move) {
  Position after = before;
  after.Play(move);
  uint64_t key = BaseKey(after);
  const bool pawn = (before.of(PieceType::kPawn) & chess::Bit(move.from())) != 0;
  if (!pawn || std::abs(chess::Index(move.from()) - chess::Index(move.to())) != 16) return key;
  const int file = chess::FileOf(move.to());
  const int rank = chess::RankOf(move.to());
  for (const int beside : {file - 1, file + 1}) {
    if (beside < 0 || beside > 7) continue;
    const chess::Bitboard pawns = after.of(after.side(), PieceType::kPawn);
    if ((pawns & chess::Bit(chess::MakeSquare(beside, rank))) != 0) return key ^ EnPassantKey(file);
  }
  return key;
}

absl::StatusOr<PolyglotBook> PolyglotBook::FromBytes(std::string_view bytes) {
  if (bytes.empty() || bytes.size() % kEntryBytes != 0) {
    return InvalidArgument(
        "{} bytes that are neither text nor a Polyglot book, whose entries have {} bytes each",
        bytes.size(), kEntryBytes);
  }
  return PolyglotBook(bytes);
}

bool PolyglotBook::sorted() const {
  for (size_t i = 1; i < entries(); ++i) {
    if (KeyAt(i - 1) > KeyAt(i)) return false;
  }
  return true;
}

uint64_t PolyglotBook::KeyAt(size_t index) const {
  return BigEndian(bytes_, index * kEntryBytes, 8);
}

PolyglotBook::Found PolyglotBook::Find(const Position& position, uint64_t key) const {
  size_t low = 0;
  for (size_t high = entries(); low < high;) {
    const size_t middle = low + (high - low) / 2;
    if (KeyAt(middle) < key) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  Found found;
  for (; low < entries() && KeyAt(low) == key; ++low) {
    const auto bits = static_cast<uint16_t>(BigEndian(bytes_, low * kEntryBytes + 8, 2));
    const auto weight = static_cast<uint16_t>(BigEndian(bytes_, low * kEntryBytes + 10, 2));
    if (bits == 0 || weight == 0) continue;  // by the format: to be ignored, never to be played
    const Move move = Decode(position, bits);
    const bool known = std::any_of(found.moves.begin(), found.moves.end(),
                                   [move](const PolyglotMove& one) { return one.move == move; });
    if (!position.IsLegal(move)) {
      ++found.illegal;
    } else if (!known) {
      found.moves.push_back({move, weight});
    }
  }
  std::sort(found.moves.begin(), found.moves.end(),
            [](const PolyglotMove& a, const PolyglotMove& b) {
              return a.weight != b.weight ? a.weight > b.weight : a.move.bits() < b.move.bits();
            });
  return found;
}

}  // namespace rookery::openings
