#include "tuner/fit/stockfish_binpack.h"

#include <array>
#include <bit>
#include <string_view>
#include <utility>

#include "base/status.h"
#include "engine/chess/attacks.h"
#include "engine/chess/notation.h"
#include "tuner/fit/packed_board.h"

namespace rookery::fit {
namespace {

using chess::Bitboard;
using chess::Color;
using chess::PieceType;
using chess::Position;
using chess::Square;

constexpr std::string_view kMagic = "BINP";
constexpr size_t kChunkHeadBytes = 8;
constexpr size_t kHeadBytes = 34;
using Head = std::span<const uint8_t, kHeadBytes>;
constexpr int16_t kNothingToLearn = 32002;
constexpr int kScoreGroupBits = 4;
constexpr int kScoreGroups = 4;  // of 16 bits

enum class Kind { kPlain, kPromotion, kCastling, kEnPassant };

int16_t Signed(uint64_t kept) {
  const auto half = static_cast<int16_t>(kept >> 1);
  return static_cast<int16_t>((kept & 1) == 0 ? half : ~half);
}

absl::Status PutPiece(int square, int nibble, PackedBoard& board) {
  constexpr int kMovedTwo = 12;
  constexpr int kBlackToMove = 15;
  if (nibble < kMovedTwo) {
    board.Put(square, static_cast<Color>(nibble % 2), static_cast<PieceType>(nibble / 2));
    return absl::OkStatus();
  }
  if (nibble == kMovedTwo) {
    const int rank = square / 8;
    if (rank != 3 && rank != 4) {
      return InvalidArgument("a pawn on {} that has just moved two; the fourth and fifth rank can",
                             chess::ToText(static_cast<Square>(square)));
    }
    board.Put(square, rank == 3 ? Color::kWhite : Color::kBlack, PieceType::kPawn);
    board.en_passant = static_cast<Square>(rank == 3 ? square - 8 : square + 8);
    return absl::OkStatus();
  }
  if (nibble == kBlackToMove) {
    board.Put(square, Color::kBlack, PieceType::kKing);
    board.side = Color::kBlack;
    return absl::OkStatus();
  }
  const Color color = nibble == 13 ? Color::kWhite : Color::kBlack;
  const int corner = chess::Index(chess::Relative(color, static_cast<Square>(square)));
  if (corner != 0 && corner != 7) {
    return InvalidArgument("a rook on {} that may castle; only rooks in their corners can",
                           chess::ToText(static_cast<Square>(square)));
  }
  board.Put(square, color, PieceType::kRook);
  board.AddCastling(color, square % 8);
  return absl::OkStatus();
}

absl::StatusOr<Position> HeadPosition(Head head, uint64_t ply) {
  PackedBoard board;
  const uint64_t occupied = BigEndian(head, 0, 8);
  if (std::popcount(occupied) > 32) return InvalidArgument("more than 32 pieces");
  int piece = 0;
  for (Bitboard rest = occupied; rest != 0; ++piece) {
    const int byte = head[8 + static_cast<size_t>(piece / 2)];
    ROOKERY_RETURN_IF_ERROR(PutPiece(chess::Index(chess::PopFirst(rest)),
                                     piece % 2 == 0 ? byte & 15 : byte >> 4, board));
  }
  board.halfmove_clock = BigEndian(head, 30, 2);
  board.move_number = ply / 2 + 1;
  ROOKERY_ASSIGN_OR_RETURN(Position position, board.ToPosition());
  if (position.IsChess960())
    return InvalidArgument("castling with a king that isn't on the e-file");
  return position;
}

absl::StatusOr<chess::Move> HeadMove(Head head, const Position& position) {
  const uint64_t bits = BigEndian(head, 24, 2);
  const auto kind = static_cast<Kind>(bits >> 14);
  const chess::Move move(
      static_cast<Square>(bits >> 8 & 63), static_cast<Square>(bits >> 2 & 63),
      kind == Kind::kPromotion ? static_cast<PieceType>(1 + (bits & 3)) : PieceType::kNone);
  if (!position.IsLegal(move) || position.IsCastling(move) != (kind == Kind::kCastling) ||
      position.IsEnPassant(move) != (kind == Kind::kEnPassant)) {
    return InvalidArgument("move {}{} (kind {}) isn't legal in {}", chess::ToText(move.from()),
                           chess::ToText(move.to()), static_cast<int>(kind),
                           chess::ToFen(position));
  }
  return move;
}

// Where a pawn can go, check aside.
Bitboard PawnReach(const Position& position, Square from) {
  const Color us = position.side();
  Bitboard victims = position.of(chess::Other(us));
  if (position.en_passant() != Square::kNone) victims |= chess::Bit(position.en_passant());
  Bitboard reach = chess::PawnAttacks(us, from) & victims;
  const int step = us == Color::kWhite ? 8 : -8;
  const auto one = static_cast<Square>(chess::Index(from) + step);
  if ((chess::Bit(one) & position.occupied()) != 0) return reach;
  reach |= chess::Bit(one);
  if (chess::RankOf(chess::Relative(us, from)) != 1) return reach;
  return reach | (chess::Bit(static_cast<Square>(chess::Index(one) + step)) & ~position.occupied());
}

// The `index`-th of a set's squares.
Square Nth(Bitboard set, int index) {
  for (; index > 0; --index) chess::PopFirst(set);
  return chess::First(set);
}

}  // namespace

absl::StatusOr<std::optional<LabelledPosition>> StockfishBinpack::Next() {
  for (;;) {
    while (moves_left_ == 0 && chunk_left_ == 0) {
      ROOKERY_ASSIGN_OR_RETURN(const bool opened, OpenChunk());
      if (!opened) return std::nullopt;
    }
    const absl::Status read = moves_left_ > 0 ? ReadMove() : ReadHead();
    if (!read.ok()) return Faulty(read);
    if (score_ != kNothingToLearn) return now_;
    ++withheld_;
  }
}

absl::Status StockfishBinpack::Faulty(const absl::Status& fault) {
  if (moves_left_ == 0) return InvalidArgument("byte {}: {}", item_, Message(fault));
  bytes_.Skip(chunk_left_);
  chunk_left_ = 0;
  moves_left_ = 0;
  return InvalidArgument("byte {}: {}; the rest of its chunk can't be read", item_, Message(fault));
}

absl::StatusOr<bool> StockfishBinpack::OpenChunk() {
  if (lost_ || bytes_.AtEnd()) return false;
  const uint64_t at = bytes_.offset();
  std::array<uint8_t, kChunkHeadBytes> head;
  const size_t taken = bytes_.Take(head);
  const std::string_view magic(reinterpret_cast<const char*>(head.data()), kMagic.size());
  const uint64_t size = LittleEndian(head, 4, 4);
  absl::Status fault;
  if (taken < head.size()) {
    fault = InvalidArgument("byte {}: {} bytes at the end; a chunk begins with {}", at, taken,
                            head.size());
  } else if (magic != kMagic) {
    fault = InvalidArgument("byte {}: a chunk begins with '{}'; there is {:02x}", at, kMagic,
                            fmt::join(head.begin(), head.begin() + kMagic.size(), " "));
  } else if (size > kMostChunkBytes) {
    fault = InvalidArgument("byte {}: a chunk of {} bytes; at most {} are allowed", at + 4, size,
                            kMostChunkBytes);
  } else {
    chunk_left_ = size;
    return true;
  }
  lost_ = true;
  ++game_;  // the fault stands where the next game would
  return fault;
}

absl::Status StockfishBinpack::ReadHead() {
  item_ = bytes_.offset();
  bits_left_ = 0;
  ++game_;
  const uint64_t left = std::exchange(chunk_left_, 0);
  if (left < kHeadBytes) {
    bytes_.Skip(left);
    return InvalidArgument("{} bytes at the chunk's end; a game begins with {}", left, kHeadBytes);
  }
  std::array<uint8_t, kHeadBytes> head;
  if (!bytes_.TakeAll(head)) return InvalidArgument("the file ends within a game");
  chunk_left_ = left - kHeadBytes;
  moves_left_ = static_cast<int>(BigEndian(head, 32, 2));
  if (moves_left_ > kMostGamePlies) {
    return InvalidArgument("a game of {} moves; at most {} are allowed", moves_left_,
                           kMostGamePlies);
  }
  const uint64_t ply_and_result = BigEndian(head, 28, 2);
  ROOKERY_ASSIGN_OR_RETURN(now_.position, HeadPosition(head, ply_and_result & 0x3FFF));
  const int result = Signed(ply_and_result >> 14);
  if (result < -1 || result > 1) {
    return InvalidArgument("result {}; -1, 0 and 1 are allowed", result);
  }
  const bool black = now_.position.side() == Color::kBlack;
  now_.result = 0.5 + 0.5 * (black ? -result : result);
  now_.game = game_;
  SetScore(Signed(BigEndian(head, 26, 2)));
  // The last position of a game may have none.
  const bool no_move = BigEndian(head, 24, 2) == 0;
  if (no_move && moves_left_ == 0) return absl::OkStatus();
  ROOKERY_ASSIGN_OR_RETURN(played_, HeadMove(head, now_.position));
  return absl::OkStatus();
}

absl::Status StockfishBinpack::ReadMove() {
  item_ = bytes_.offset() - (bits_left_ > 0 ? 1 : 0);
  now_.position.Play(played_);
  ROOKERY_ASSIGN_OR_RETURN(played_, ReadReached());
  if (!now_.position.IsLegal(played_)) {
    return InvalidArgument("move {}{} isn't legal in {}", chess::ToText(played_.from()),
                           chess::ToText(played_.to()), chess::ToFen(now_.position));
  }
  ROOKERY_ASSIGN_OR_RETURN(const int step, ReadScoreStep());
  SetScore(static_cast<int16_t>(step - score_));
  --moves_left_;
  return absl::OkStatus();
}

absl::StatusOr<chess::Move> StockfishBinpack::ReadReached() {
  const Position& position = now_.position;
  const Bitboard ours = position.of(position.side());
  ROOKERY_ASSIGN_OR_RETURN(const int piece, Choice(chess::Count(ours)));
  const Square from = Nth(ours, piece);
  const PieceType type = chess::TypeOf(position.at(from));
  if (type == PieceType::kPawn) {
    const Bitboard reach = PawnReach(position, from);
    const bool promotes = chess::RankOf(chess::Relative(position.side(), from)) == 6;
    const int times = promotes ? 4 : 1;
    ROOKERY_ASSIGN_OR_RETURN(const int choice, Choice(times * chess::Count(reach)));
    return chess::Move(from, Nth(reach, choice / times),
                       promotes ? static_cast<PieceType>(1 + choice % times) : PieceType::kNone);
  }
  const Bitboard reach = chess::PieceAttacks(type, from, position.occupied()) & ~ours;
  const Bitboard rooks = type == PieceType::kKing ? position.castling_rooks(position.side()) : 0;
  const int count = chess::Count(reach);
  ROOKERY_ASSIGN_OR_RETURN(const int choice, Choice(count + chess::Count(rooks)));
  return chess::Move(from, choice < count ? Nth(reach, choice) : Nth(rooks, choice - count));
}

absl::StatusOr<int> StockfishBinpack::ReadScoreStep() {
  uint64_t kept = 0;
  for (int group = 0; group < kScoreGroups; ++group) {
    ROOKERY_ASSIGN_OR_RETURN(const int bits, Bits(1 + kScoreGroupBits));
    kept |= uint64_t(bits & 15) << (kScoreGroupBits * group);
    if (bits >> kScoreGroupBits == 0) return Signed(kept);
  }
  return InvalidArgument("a score of more than 16 bits");
}

absl::StatusOr<int> StockfishBinpack::Choice(int count) {
  if (count == 0) return InvalidArgument("a piece that can't move");
  ROOKERY_ASSIGN_OR_RETURN(const int choice,
                           Bits(std::bit_width(static_cast<unsigned>(count - 1))));
  if (choice < count) return choice;
  return InvalidArgument("choice {} of {}; 0 to {} are allowed", choice, count, count - 1);
}

absl::StatusOr<int> StockfishBinpack::Bits(int count) {
  int value = 0;
  for (; count > 0; --count) {
    if (bits_left_ == 0) {
      if (chunk_left_ == 0) return InvalidArgument("the chunk ends within a game");
      if (!bytes_.TakeAll({&byte_, 1})) return InvalidArgument("the file ends within a game");
      --chunk_left_;
      bits_left_ = 8;
    }
    value = value << 1 | (byte_ >> --bits_left_ & 1);
  }
  return value;
}

void StockfishBinpack::SetScore(int16_t movers) {
  score_ = movers;
  now_.score_cp = now_.position.side() == Color::kBlack ? -movers : movers;
}

}  // namespace rookery::fit
